"""What one search of a regular expression costs: its work, counted by the machine in ``native``, and the time of each kind."""
