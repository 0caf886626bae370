"""Times of events: what Fluentd reads of a text, and when that is."""
