"""What stands beside a config: the compose file that runs it, and the Filebeat that sends to it."""
