"""The way of the events through a stage graph: the traffic they are, the walk, and what work each stage gets of it."""
