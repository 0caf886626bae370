#!/usr/bin/env bash
# Runs pipelint on the examples: `demo.sh path/to/pipelint`. Fails where a command could not do its work.
set -euo pipefail
pipelint=$(realpath "$1")
cd "$(dirname "$0")"

# Exit code 1 is a result (findings, at or above the failing level); 2 and more are failures.
show() {
    local code=0
    printf '\n$ pipelint %s\n' "$*"
    "$pipelint" "$@" || code=$?
    case $code in
    0) ;;
    1) echo "(exit code 1: there are findings)" ;;
    *) echo "(exit code $code)" >&2 && exit "$code" ;;
    esac
}

for config in {fluentd/tuning-article-{before,after}.conf,fluentd/*.yaml,kubernetes,logstash/tuning-article-{before,after}}; do
    show check "$config"
    show estimate "$config"
done
