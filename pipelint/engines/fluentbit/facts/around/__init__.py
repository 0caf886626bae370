"""What stands around a config: other files of its folder, the chart whose values it is in, what its container mounts."""
