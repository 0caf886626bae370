"""What sample lines show of the traffic, for the walk: each stage's figures, and the events that it gives on."""
