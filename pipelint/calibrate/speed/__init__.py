"""How fast a CPU is against the measured one: by a pipeline that runs, or by searches that are timed again."""
