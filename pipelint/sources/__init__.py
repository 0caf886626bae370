"""From paths to configs: files, directories, standard input and Kubernetes manifests, as documents with source maps."""

from pipelint.sources.collect import collect
from pipelint.sources.entry import Bundle, Collected, Entry, Included, IncludeProblem, Sealed, Unknown

__all__ = ["Bundle", "Collected", "Entry", "IncludeProblem", "Included", "Sealed", "Unknown", "collect"]
