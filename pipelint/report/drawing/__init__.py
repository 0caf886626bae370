"""The stage graph drawn with what its stages cost: what is drawn, and how in each format."""
