"""A config on the engine that runs it: fed, its outputs caught, its CPU taken per event."""
