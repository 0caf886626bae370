"""What Fluentd's stages do with sample lines, without running Fluentd (as 1.16.5 does it, its plugins in the releases of that time)."""
