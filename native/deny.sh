#!/usr/bin/env bash
# Holds the crates to deny.toml: known weaknesses, licences, crates that come twice, and where they come from.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v cargo-deny >/dev/null; then
    echo "crates: cargo-deny is not installed; advisories, licences and sources are not checked"
    exit 0
fi
checks=(bans licenses sources)
# Fetched each time: of yesterday's weaknesses an old database knows nothing.
if cargo deny fetch db 2>/dev/null; then
    checks+=(advisories)
else
    echo "crates: the RustSec database cannot be fetched; advisories are not checked"
fi
echo "crates: ${checks[*]}"
cargo deny --locked check "${checks[@]}"
