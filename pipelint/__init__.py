"""pipelint: a linter and static cost analyser for log pipeline configs."""

__version__ = "0.2.0"
REPOSITORY = "https://github.com/pipelint/pipelint"
"""Where the project is at home: what links into it begins with this."""
