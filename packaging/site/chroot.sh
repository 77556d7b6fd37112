#!/bin/bash
# chroot.sh FOLDER: build the core for Pyodide in a Debian sid, which is made in the folder first; as root.
# The result is build/pyodide/_core.so. It takes 1.5 GB, and some minutes.
set -eu
folder=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
packages="emscripten cmake ninja-build python3.14-dev python3-nanobind"

run() {
  env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    EM_CACHE=/var/cache/emscripten chroot "$folder" "$@"
}

if [ ! -e "$folder/usr/bin/emcmake" ]; then
  debootstrap --variant=minbase sid "$folder"
  run apt-get update
  # shellcheck disable=SC2086
  run apt-get install -y --no-install-recommends $packages
fi
mkdir -p "$folder/checkout" "$root/build/pyodide"
mount --bind "$root" "$folder/checkout"
trap 'umount "$folder/checkout"' EXIT
run python3.14 /checkout/packaging/site/core.py /checkout/build/pyodide
