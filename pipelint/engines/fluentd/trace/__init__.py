"""What Fluentd's stages do with sample lines, without running Fluentd: as 1.16.5 and plugins of its time do it."""
