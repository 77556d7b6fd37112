#!/usr/bin/env bash
# Import the module for aarch64 in an emulator, compare its kernels with this machine's, and run a part of the tests.
#
#   tests/aarch64.sh [TEST ...]
#
# Needs root, debootstrap, g++-aarch64-linux-gnu, qemu-user-static and Python 3.11 in .venv, because Debian 12 has it.
# The module is compiled here against the headers of Debian for aarch64, whose packages are only unpacked.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/build/aarch64-module debian=$PWD/build/aarch64-module/debian site=$PWD/build/aarch64-module/site
python=.venv/bin/python
[ $# -gt 0 ] || set -- tests/batch tests/cover tests/puzzle tests/grid

mkdir -p "$root"
if [ ! -e "$debian/usr/bin/python3.11" ]; then
  rm -rf "$debian"
  mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 'debian/\?$')}
  debootstrap --foreign --arch=arm64 --variant=minbase --include=python3,libpython3.11-dev,libstdc++6 bookworm "$debian" "$mirror" > "$root/debian.log"
  for package in "$debian"/var/cache/apt/archives/*.deb; do
    dpkg-deb -x "$package" "$debian"
  done
fi
if [ ! -e "$site/numpy" ]; then
  $python -m pip install -q --target "$site" --platform manylinux_2_28_aarch64 --python-version 3.11 --implementation cp --only-binary :all: \
    argcomplete hypothesis numpy pytest rich
fi

PATH=$PWD/.venv/bin:$PATH cmake -S . -G Ninja -B "$root" -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_CXX_FLAGS="-isystem $debian/usr/include" -DPython_EXECUTABLE="$PWD/$python" \
  -DPython_INCLUDE_DIR="$debian/usr/include/python3.11" -DSKBUILD_SOABI=cpython-311-aarch64-linux-gnu > "$root/cmake.log"
PATH=$PWD/.venv/bin:$PATH cmake --build "$root"
rm -rf "$site/farandole"
cp -r src/farandole "$root"/_core.*.so "$site/" && mv "$site"/_core.*.so "$site/farandole/"

# Run Python for aarch64: emulated ARGUMENT ...
emulated() {
  PYTHONPATH=$site:tests:tests/oracles PYTHONDONTWRITEBYTECODE=1 qemu-aarch64-static -L "$debian" "$debian/usr/bin/python3.11" "$@"
}
emulated -m farandole.selftest
here=$(PYTHONPATH=tests:tests/oracles $python -m fuzz.digest)
there=$(emulated -m fuzz.digest)
echo "The kernels' answers: $here here, $there in the emulator"
[ "$here" = "$there" ]
emulated -m pytest -p no:cacheprovider -m "not slow" "$@"
