"""Findings that somebody has looked at: suppression comments in configs, and baselines of known findings."""
