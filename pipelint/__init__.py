"""pipelint: a linter and static cost analyser for log pipeline configs."""

__version__ = "0.2.0"
