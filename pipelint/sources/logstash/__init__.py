"""Where Logstash's pipelines stand: folders of parts, pipelines.yml and logstash.yml, ConfigMaps, ECK's resources."""
