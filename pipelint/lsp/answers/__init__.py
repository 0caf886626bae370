"""One file a request of an editor: what is answered."""
