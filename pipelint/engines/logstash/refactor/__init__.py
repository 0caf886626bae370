"""What can be written otherwise in a Logstash pipeline."""
