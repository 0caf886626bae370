"""What is known of a Fluentd config beyond what every engine has."""
