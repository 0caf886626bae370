#!/usr/bin/env bash
# Tests every tree-sitter grammar, and that its generated parser is what its grammar.js gives today.
set -euo pipefail
cd "$(dirname "$0")"

# The generator that made the parsers; another version's output differs without anything being wrong.
generator="tree-sitter 0.27."

if ! command -v tree-sitter >/dev/null; then
    echo "grammars: tree-sitter is not installed; corpus tests and generated parsers are not checked"
    exit 0
fi
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
for grammar in fluentd logstash; do
    echo "grammars: $grammar"
    # With no test found the tool succeeds all the same.
    (cd "$grammar" && tree-sitter test) | tee "$fresh/tests"
    if grep -q "^Total parses: 0;" "$fresh/tests"; then
        echo "grammars: $grammar has no corpus tests" >&2
        exit 1
    fi
done

if [[ $(tree-sitter --version) != "$generator"* ]]; then
    echo "grammars: generated parsers are not compared: $(tree-sitter --version) is not ${generator}x"
    exit 0
fi
for grammar in fluentd logstash; do
    mkdir "$fresh/$grammar"
    # "native" is the tool's own JavaScript engine: no other is needed.
    (cd "$grammar" && tree-sitter generate --js-runtime native --output "$fresh/$grammar" grammar.js)
    for file in parser.c grammar.json node-types.json; do
        if ! cmp "$grammar/src/$file" "$fresh/$grammar/$file"; then
            echo "grammars: $grammar/src/$file is not what grammar.js gives: run tree-sitter generate" >&2
            exit 1
        fi
    done
done
