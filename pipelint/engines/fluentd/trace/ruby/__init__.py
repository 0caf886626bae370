"""The Ruby in ``${...}``: as much of it as can be evaluated with the same result for sure."""
