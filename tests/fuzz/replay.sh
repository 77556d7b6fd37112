#!/usr/bin/env sh
# Build the fuzz harnesses under AddressSanitizer and UndefinedBehaviorSanitizer, replay their corpus, and solve
# some perturbed puzzles (`make million` solves a million, at full speed).
#
#     replay.sh            for this machine
#     replay.sh aarch64    for that one, without sanitizers: needs g++-aarch64-linux-gnu and qemu-user
set -eu
cd "$(dirname "$0")/../.."
case ${1:-} in
  aarch64)
    folder=build/aarch64 run=qemu-aarch64 puzzles=2000
    CXX=${CXX:-aarch64-linux-gnu-g++} sh tests/fuzz/build.sh $folder -O2 -static -Wall -Wextra -Werror ;;
  *)
    folder=build/fuzz run= puzzles=10000
    sh tests/fuzz/build.sh $folder -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all ;;
esac

for name in lanes cover multi propagate singles subsets zdd; do
  $run $folder/fuzz_$name tests/fuzz/corpus/$name/*
done
$run $folder/perturb_lanes $puzzles
