"""Load for a running pipeline: what is sent, how fast, over which transport, and what it costs who takes it."""
