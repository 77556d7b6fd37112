#!/usr/bin/env sh
# Replay the corpus of the fuzz harnesses, and solve some perturbed puzzles: replay.sh FOLDER PUZZLES [EMULATOR].
# The Makefile builds the harnesses: `make corpus` under AddressSanitizer and UndefinedBehaviorSanitizer.
set -eu
folder=$1 puzzles=$2 run=${3:-}
corpus=$(dirname "$0")/corpus

{
  echo "$run $folder/perturb_lanes $puzzles"
  for name in lanes cover isomorphism multi image propagate singles subsets fish multi_sector whips zdd; do
    echo "$run $folder/fuzz_$name $corpus/$name/*"
  done
} | xargs -P "$(nproc)" -I{} sh -c '{}'
