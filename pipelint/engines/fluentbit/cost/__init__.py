"""How Fluent Bit's plugins work: from a stage, its parameters and the events that reach it to amounts of work."""
