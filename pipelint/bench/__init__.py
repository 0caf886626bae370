"""Load for a running pipeline: what is sent, how fast, over which transport, and what the process that takes it uses meanwhile."""
