"""The settings of logstash.yml and pipelines.yml that Logstash knows, by version."""
