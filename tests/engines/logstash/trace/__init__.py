"""Traces of Logstash pipelines against what Logstash did."""
