"""What `pipelint check` does beside, or in the place of, printing its findings: a file each."""
