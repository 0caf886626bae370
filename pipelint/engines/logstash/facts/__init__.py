"""What is known of a Logstash config beyond what every engine has."""
