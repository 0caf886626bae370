"""What is known of a Fluent Bit config beyond what every engine has."""
