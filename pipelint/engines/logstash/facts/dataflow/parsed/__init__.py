"""What parsing filters make of fields: types, times, and events that they cannot read."""
