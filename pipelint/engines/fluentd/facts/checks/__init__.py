"""What single rules ask of a stage or config: code that is not run, sections that are not read, secrets, files, tags."""
