#!/usr/bin/env sh
# Real puzzles, solved before your eyes: make demo
cd "$(dirname "$0")"
mkdir -p ../build

# An exit status of 1 is an answer here: several solutions, or none.
show() {
  echo
  if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then printf '\033[1m%s\033[m\n' "$1"; else echo "$1"; fi
  shift
  echo "\$ farandole $*"
  farandole "$@" || [ $? -eq 1 ]
}

set -e
show "A classic" solve classic.txt
show "The hardest known ones" solve --format grid hardest.txt
show "One with two solutions: the digits that differ are marked" solve two.txt
show "One with none" solve none.txt
show "A thousand puzzles from a file to a file" solve thousand.txt -o ../build/thousand-solved.txt
show "An exact cover: the rows of a matrix that cover each column once" cover matrix.txt
