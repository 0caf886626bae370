"""The language server: what the checker knows, in an editor while somebody types."""

import sys

# Before all that imports the protocol's types.
import pipelint.lsp.protocol.types  # noqa: F401

if not {"asyncio", "ssl"} & sys.modules.keys():
    # asyncio does without TLS where Python was built so. The server speaks none, and the module loads a library of its own.
    sys.modules["ssl"] = None  # type: ignore[assignment]
    try:
        import asyncio  # noqa: F401
    finally:
        del sys.modules["ssl"]
