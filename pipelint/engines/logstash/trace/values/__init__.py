"""Events and their values as Logstash has them: references, texts, numbers, regexes, JSON."""
