"""The Logstash engine: pipelines, conditions, how events flow, and how fixes are written."""
