"""What happens to sample lines in a Logstash pipeline, as Logstash 8 does it, without running it."""
