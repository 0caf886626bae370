"""The conditions of a Logstash config: read, and compared with one another."""
