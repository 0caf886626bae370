"""How much of what a stranger wrote is looked at as regular expressions."""

from __future__ import annotations

MOST_TEXT = 64 * 1024
"""Characters of all expanded regexes of a config. The largest real config known has 36,000."""
LONGEST = 16_384
"""Characters of one expanded regex. The longest of 300 grok patterns in real configs has 6,500."""
