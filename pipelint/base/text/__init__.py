"""Text with places: spans, lines, documents, and the maps between a config and the file that it stands in."""
