"""What parsers cost: their own work, times, regular expressions and grok."""
