"""How tests build the extension: quickly, and with what other builds have compiled already."""

from __future__ import annotations

import sys
from pathlib import Path

# The profile of `cargo test`, in its folder. One interpreter: another would have the crates around it compiled again.
CARGO = {
    "SETUPTOOLS_RUST_CARGO_PROFILE": "dev",
    "CARGO_TARGET_DIR": str(Path(__file__).resolve().parents[2] / "native/target"),
    "PYO3_PYTHON": sys.executable,
}
