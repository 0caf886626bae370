"""What is read while load is sent: the watched process or container, and the pipeline's output."""
