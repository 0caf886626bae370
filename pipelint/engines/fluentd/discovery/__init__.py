"""Where Fluentd's configs lie: what is claimed as one, and what an include means."""
