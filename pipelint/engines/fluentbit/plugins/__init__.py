"""What is known of single plugins of Fluent Bit beyond what their files say."""
