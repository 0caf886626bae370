"""What a line becomes before the filters: codecs, and the fields that inputs add."""
