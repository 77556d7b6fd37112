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

together() { xargs -P "$(nproc)" -I COMMAND sh -c COMMAND; }  # the lines of the input, as many at a time as there are cores

flags_of() {
  case "$1-$($CXX -dumpmachine)" in
    baseline-*) ;;
    avx2-x86_64-*) echo -mavx2 -mbmi -mbmi2 -mpopcnt ;;
    avx512*-x86_64-*) echo -mavx512f -mavx512bw -mavx512dq -mavx512vl -mbmi -mbmi2 -mpopcnt ;;
    *) return 1 ;;
  esac
}

objects=
compilations=
for isa in baseline avx2 avx512vl avx512; do
  flags=$(flags_of $isa) || continue
  for text in lanes bits; do
    [ -e native/${text}_$isa.cpp ] || continue
    object=$folder/${text}_$isa.o
    objects="$objects $object"
    if [ ! -e "$object" ] || [ -n "$(find native/$text* native/control.hpp -newer "$object")" ]; then
      compilations="$compilations$CXX $FLAGS $flags -c native/${text}_$isa.cpp -o $object
"
    fi
  done
done
printf '%s' "$compilations" | together

{
  echo "$CXX $FLAGS tests/fuzz/perturb_lanes.cpp native/dispatch.cpp $objects -o $folder/perturb_lanes -pthread"
  for harness in fuzz_lanes fuzz_cover; do
    echo "$CXX $FLAGS tests/fuzz/$harness.cpp tests/fuzz/main.cpp native/dispatch.cpp $objects -o $folder/$harness -pthread"
  done
  for harness in fuzz_multi fuzz_propagate fuzz_singles fuzz_subsets fuzz_zdd; do
    echo "$CXX $FLAGS tests/fuzz/$harness.cpp tests/fuzz/main.cpp -o $folder/$harness"
  done
} | together
