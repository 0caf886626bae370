"""Hosts: the kinds of files and resources that configs lie in, one file a kind."""
