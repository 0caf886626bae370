"""The engine-neutral stage graph: stages, the event flow between them, reachability, rendering. Knows no engine."""
