"""Where Logstash's pipelines lie: folders of parts, pipelines.yml and logstash.yml, what hosts hold."""
