#!/usr/bin/env bash
# Installs the tree-sitter grammars of Fluentd and Logstash with their queries, from grammars/, into an editor's own folder.
#
#     editors/tree-sitter.sh neovim [FOLDER]    ~/.local/share/nvim/site by default; Neovim 0.11 or newer
#     editors/tree-sitter.sh helix [FOLDER]     ~/.config/helix/runtime by default
#
# Needs a C compiler (CC, or cc). The queries are links: a change in grammars/ counts at once.
set -euo pipefail

usage() {
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

case ${1-} in
neovim) into=${2:-${XDG_DATA_HOME:-$HOME/.local/share}/nvim/site} parsers=parser ;;
helix) into=${2:-${XDG_CONFIG_HOME:-$HOME/.config}/helix/runtime} parsers=grammars ;;
*) usage ;;
esac

grammars=$(cd "$(dirname "$0")/../grammars" && pwd)
mkdir -p "$into/$parsers" "$into/queries"
for language in fluentd logstash; do
    source=$grammars/$language/src
    "${CC:-cc}" -shared -fPIC -O2 -I "$source" -o "$into/$parsers/$language.so" "$source"/*.c
    ln -sfn "$grammars/$language/queries" "$into/queries/$language"
    echo "$language: $into/$parsers/$language.so, $into/queries/$language"
done
