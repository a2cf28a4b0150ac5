#!/bin/sh
# Prints the Python to build with, or says in words what was found and what is needed.
# PYTHON=/path/to/python overrules the search.

candidates=${PYTHON:-python3.11 python3.12 python3.13 python3.14 python3}
found=""

for name in $candidates; do
    path=$(command -v "$name" 2>/dev/null) || continue
    version=$("$path" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
    if ! "$path" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        found="$found
  $path is Python $version, which is too old"
    elif missing=$("$path" -c 'import ctypes, sqlite3, ssl, venv' 2>&1); then
        printf '%s\n' "$path"
        exit 0
    else
        found="$found
  $path is Python $version, but incomplete: $(printf '%s\n' "$missing" | tail -n 1)"
    fi
done

{
    printf 'Second Reader needs Python 3.11 or newer.\nLooked for: %s\n' "$candidates"
    printf 'Found:%s\n' "${found:- none}"
    printf 'Install one (on Debian 12 or newer: apt-get install python3),\n'
    printf 'or say where it is: make PYTHON=/path/to/python3 ...\n'
} >&2
exit 1
