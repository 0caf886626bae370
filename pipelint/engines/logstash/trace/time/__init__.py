"""Times: written and read by the formats of Joda-Time, java.time and ISO 8601."""
