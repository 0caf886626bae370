"""The Dockerfiles of a project: what the image that one makes begins with, holds and starts."""
