#!/usr/bin/env sh
# Build the fuzz harnesses under AddressSanitizer and UndefinedBehaviorSanitizer, replay their corpus, and solve
# some perturbed puzzles (`make million` solves a million, at full speed).
set -eu
cd "$(dirname "$0")/../.."
sh tests/fuzz/build.sh build/fuzz -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all

build/fuzz/fuzz_lanes tests/fuzz/corpus/lanes/*
build/fuzz/fuzz_cover tests/fuzz/corpus/cover/*
build/fuzz/fuzz_multi tests/fuzz/corpus/multi/*
build/fuzz/fuzz_propagate tests/fuzz/corpus/propagate/*
build/fuzz/fuzz_singles tests/fuzz/corpus/singles/*
build/fuzz/fuzz_subsets tests/fuzz/corpus/subsets/*
build/fuzz/fuzz_zdd tests/fuzz/corpus/zdd/*
build/fuzz/perturb_lanes 10000
