"""The language server: what the checker knows, in an editor while somebody types."""

# Before all that imports the protocol's types.
import pipelint.lsp.protocol.types  # noqa: F401
