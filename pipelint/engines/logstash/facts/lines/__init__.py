"""Lines that programs write for certain, and what a grok filter makes of them."""
