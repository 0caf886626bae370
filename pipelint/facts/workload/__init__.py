"""What the Kubernetes container that runs a config needs for it, and lacks."""
