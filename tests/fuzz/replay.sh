#!/usr/bin/env sh
# Build the fuzz harnesses under AddressSanitizer and UndefinedBehaviorSanitizer and replay their corpus.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p build/fuzz
FLAGS="-std=gnu++20 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Inative"

objects=
for isa in baseline avx2 avx512vl avx512; do
  case "$isa-$(uname -m)" in
    avx2-x86_64) set -- -mavx2 -mbmi -mbmi2 -mpopcnt ;;
    avx512*-x86_64) set -- -mavx512f -mavx512bw -mavx512dq -mavx512vl -mbmi -mbmi2 -mpopcnt ;;
    avx*) continue ;;
    *) set -- ;;
  esac
  object=build/fuzz/lanes_$isa.o
  if [ -n "$(find native/lanes* -newer $object 2>/dev/null || echo new)" ]; then ${CXX:-g++} $FLAGS "$@" -c native/lanes_$isa.cpp -o $object; fi
  objects="$objects $object"
done
${CXX:-g++} $FLAGS tests/fuzz/fuzz_lanes.cpp native/dispatch.cpp $objects -o build/fuzz/fuzz_lanes -pthread
${CXX:-g++} $FLAGS tests/fuzz/fuzz_cover.cpp -o build/fuzz/fuzz_cover

build/fuzz/fuzz_lanes tests/fuzz/corpus/lanes/*
build/fuzz/fuzz_cover tests/fuzz/corpus/cover/*
