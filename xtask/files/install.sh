#!/bin/sh
# Installs patsat with its manual pages and completions: ./install [PREFIX], which is ~/.local by default.
# ./install --remove [PREFIX] removes the same files.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
remove=no
if [ "${1:-}" = --remove ]; then
    remove=yes
    shift
fi
case "${1:-}" in
    -*) echo "usage: ./install [--remove] [PREFIX]" >&2; exit 2 ;;
esac
prefix=${1:-$HOME/.local}
cd "$here"
find bin share -type f | while read -r file; do
    if [ $remove = yes ]; then
        rm -f "$prefix/$file"
    else
        mkdir -p "$prefix/$(dirname "$file")"
        # A running program keeps its file: the new one takes its place.
        cp "$file" "$prefix/$file.new"
        mv "$prefix/$file.new" "$prefix/$file"
    fi
done
if [ $remove = yes ]; then
    rmdir "$prefix/share/doc/patsat" 2>/dev/null || true
    echo "removed from $prefix"
    exit 0
fi
echo "installed $prefix/bin/patsat"
case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "add $prefix/bin to PATH" ;;
esac
