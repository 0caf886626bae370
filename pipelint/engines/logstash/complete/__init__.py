"""What may be written at a cursor in a Logstash config."""
