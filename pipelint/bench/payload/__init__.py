"""What is sent: lines of a file or generated ones, encoded before the first is sent."""
