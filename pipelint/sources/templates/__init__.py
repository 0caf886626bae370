"""Templates: texts that a program fills in before an engine reads them, read as far as the text around its actions allows."""
