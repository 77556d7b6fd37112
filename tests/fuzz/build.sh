#!/usr/bin/env sh
# Build the harnesses into a folder, with the flags that follow it; CXX may be a compiler for another machine.
set -eu
folder=$1
shift
cd "$(dirname "$0")/../.."
mkdir -p "$folder"
CXX=${CXX:-g++}
FLAGS="-std=gnu++20 -Inative $*"
case $($CXX --version) in
  *clang*) FLAGS="$FLAGS -Wno-deprecated-declarations" ;;  # as in CMakeLists.txt
esac

objects=
for isa in baseline avx2 avx512vl avx512; do
  case "$isa-$($CXX -dumpmachine)" in
    avx2-x86_64-*) set -- -mavx2 -mbmi -mbmi2 -mpopcnt ;;
    avx512*-x86_64-*) set -- -mavx512f -mavx512bw -mavx512dq -mavx512vl -mbmi -mbmi2 -mpopcnt ;;
    avx*) continue ;;
    *) set -- ;;
  esac
  for text in lanes bits; do
    [ -e native/${text}_$isa.cpp ] || continue
    object=$folder/${text}_$isa.o
    if [ ! -e "$object" ] || [ -n "$(find native/$text* native/control.hpp -newer "$object")" ]; then
      $CXX $FLAGS "$@" -c native/${text}_$isa.cpp -o "$object"
    fi
    objects="$objects $object"
  done
done
$CXX $FLAGS tests/fuzz/perturb_lanes.cpp native/dispatch.cpp $objects -o "$folder/perturb_lanes" -pthread
for harness in fuzz_lanes fuzz_cover; do
  $CXX $FLAGS tests/fuzz/$harness.cpp tests/fuzz/main.cpp native/dispatch.cpp $objects -o "$folder/$harness" -pthread
done
for harness in fuzz_multi fuzz_propagate fuzz_singles fuzz_subsets fuzz_zdd; do
  $CXX $FLAGS tests/fuzz/$harness.cpp tests/fuzz/main.cpp -o "$folder/$harness"
done
