#!/usr/bin/env bash
# Installs a wheel into an empty environment, where nothing may be built, and tries it there: `try-wheel.sh PYTHON WHEEL`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -m venv "$folder"
python=$folder/bin/python
[ -x "$python" ] || python=$folder/Scripts/python.exe
install=("$python" -m pip --quiet --disable-pip-version-check install --only-binary :all:)
"${install[@]}" --require-hashes --requirement .ci/requirements.txt
"${install[@]}" --no-deps --no-index "$2"
"$python" .ci/installed.py
