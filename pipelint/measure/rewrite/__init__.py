"""A config changed for a run: stages taken away, sources fed, servers stood for."""
