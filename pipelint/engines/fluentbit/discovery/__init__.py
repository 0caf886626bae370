"""Where Fluent Bit's configs lie: what is claimed as one, and what an include means."""
