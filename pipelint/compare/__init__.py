"""Compares two states of the same configs: what changed, what that costs, which findings are new."""

from pipelint.compare.model import Compared, Comparison, Limits
from pipelint.compare.revisions.sides import Side, SideError, path_sides
from pipelint.compare.run import compare

__all__ = ["Compared", "Comparison", "Limits", "Side", "SideError", "compare", "path_sides"]
