#!/bin/bash
# chroot.sh FOLDER: build the core for Pyodide in a Debian sid, which is made in the folder unless it is there; as root.
# The result is build/pyodide/_core.so. It takes 1.5 GB, and some minutes. `make site SID=FOLDER` runs it.
set -eu
folder=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/pyodide
packages="emscripten cmake ninja-build python3.14-dev"

run() {
  env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    EM_CACHE=/var/cache/emscripten PYTHONPATH=/checkout/build/pyodide chroot "$folder" "$@"
}

[ -e "$folder/etc/debian_version" ] || debootstrap --variant=minbase sid "$folder"
# shellcheck disable=SC2086
if ! run dpkg --status $packages > /dev/null 2>&1; then
  run apt-get -o Acquire::Check-Valid-Until=false update  # a mirror may lag behind
  run apt-get install -y --no-install-recommends $packages
fi

# Debian's nanobind wants headers in /usr/include, where Emscripten must not look.
mkdir -p "$folder/checkout" "$build"
nanobind=$("$root/.venv/bin/python" -c "import nanobind; print(nanobind.__path__[0])")
rm -rf "$build/nanobind"
cp -rL "$nanobind" "$build/nanobind"

trap 'umount -q "$folder/checkout" "$folder/proc" || true' EXIT
mount --bind "$root" "$folder/checkout"
mountpoint -q "$folder/proc" || mount -t proc proc "$folder/proc" # Emscripten counts the cores there
run python3.14 /checkout/packaging/site/core.py /checkout/build/pyodide
