#!/usr/bin/env bash
# Run the README's commands as a stranger does, where nothing that lies around on this machine helps.
#
#   tests/fresh.sh                     `make demo` and `make test` on this system, in build/fresh/here
#   tests/fresh.sh bookworm trixie     the same in bare Debian 12 and 13, after the README's apt-get line and followed by
#                                      its pip install; needs root and debootstrap
#   tests/fresh.sh --wheels DIR SUITE...   install the wheel of DIR that fits in bare Debian without a compiler, and run
#                                      its self-test
#
# The last commit is cloned into an empty folder. No variable is inherited, HOME is empty, pip has no cache, and PATH has
# the system's programs only. What reaches the package index comes along: the variables below, pip's configuration for
# the whole machine, and the certificates; and what .ci/run defines for CMake.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
passed_on=(http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE REQUESTS_CA_BUNDLE
         PIP_CERT PIP_DEFAULT_TIMEOUT PIP_EXTRA_INDEX_URL PIP_INDEX_URL PIP_PROXY PIP_RETRIES PIP_TRUSTED_HOST
         SKBUILD_CMAKE_DEFINE)
passed=()
for name in "${passed_on[@]}"; do
  [ -z "${!name:-}" ] || passed+=("$name=${!name}")
done

# Run a line of shell with nothing but these variables: clean HOME LINE [COMMAND THAT GOES BEFORE IT ...]
clean() {
  local home=$1 line=$2
  shift 2
  env -i PATH=$path HOME="$home" LANG=C.UTF-8 PIP_NO_CACHE_DIR=1 PYTHONNOUSERSITE=1 PYTEST_ADDOPTS=-rs "${passed[@]}" "$@" sh -c "$line"
}

# Run a command and say how long it took: timed NAME COMMAND ...
timed() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@" < /dev/null || { echo "== $name: failed after $((SECONDS - start)) s"; exit 1; }
  echo "== $name: $((SECONDS - start)) s"
}

here() {
  local folder=$root/build/fresh/here
  rm -rf "$folder"
  mkdir -p "$folder/home"
  git clone -q "file://$root" "$folder/farandole"
  for command in demo test; do
    timed "make $command" clean "$folder/home" "cd '$folder/farandole' && make $command"
  done
}

# The README's own lines: the packages of Debian, and the commands that install Farandole.
debian_packages() { sed -n 's/.*`apt-get install \([^`]*\)`.*/\1/p' "$root/README.md" | head -1; }
install_lines() { sed -n '/^## Install/,/^## /p' "$root/README.md" | sed -n '/venv\|pip install/s/^\$ \([^#]*\).*/\1/p'; }

# Make a bare Debian in $folder, with a user `stranger` who has a copy of a folder: bare SUITE FOLDER 'PACKAGE ...'
bare() {
  local suite=$1 from=$2 packages=$3 mirror
  folder=$root/build/fresh/$suite
  mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 'debian/\?$')}
  rm -rf --one-file-system "$folder"
  mkdir -p "$folder"
  debootstrap --variant=minbase "$suite" "$folder" "$mirror" > "$folder.log" 2>&1 || { tail "$folder.log"; exit 1; }
  cp /etc/resolv.conf /etc/hosts "$folder/etc/"
  mount -t proc proc "$folder/proc"
  mount --rbind /dev "$folder/dev"
  mount -t tmpfs tmpfs "$folder/dev/shm"
  timed "$suite: apt-get install" clean /root "(apt-get update && apt-get install -y --no-install-recommends $packages) > apt.log 2>&1 \
    || { tail apt.log; false; }" DEBIAN_FRONTEND=noninteractive chroot "$folder"
  mkdir -p "$folder/etc/ssl/certs"
  for file in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do  # after apt-get, which may write the certificates anew
    [ ! -e "$file" ] || cp "$file" "$folder$file"
  done
  chroot "$folder" useradd -m stranger
  git clone -q "file://$from" "$folder/home/stranger/farandole" 2> /dev/null || cp -r "$from" "$folder/home/stranger/farandole"
  chroot "$folder" chown -R stranger: /home/stranger
}

as_stranger() { clean /home/stranger "cd ~/farandole && $1" chroot --userspec=stranger "$folder"; }

debian() {
  local suite=$1
  bare "$suite" "$root" "$(debian_packages)"
  echo "== $suite: $(as_stranger 'python3 --version; g++ --version | head -1' | tr '\n' ' ')"
  for command in demo test; do
    timed "$suite: make $command" as_stranger "make $command"
    echo "== $suite: .venv has $(du -sm "$folder/home/stranger/farandole/.venv" | cut -f1) MB"
  done
  as_stranger 'rm -rf .venv build'
  timed "$suite: pip install" as_stranger "set -e; $(install_lines); farandole examples/classic.txt"
}

wheel() {
  local suite=$1 wheels
  wheels=$(realpath "$2")
  bare "$suite" "$wheels" "python3 python3-venv"
  timed "$suite: pip install" as_stranger 'python3 -m venv ~/venv && ~/venv/bin/pip install -q --only-binary :all: --find-links . farandole'
  timed "$suite: self-test" as_stranger '! command -v cc g++ clang && ~/venv/bin/python -m farandole.selftest && ~/venv/bin/farandole --version'
  echo "== $suite: the environment has $(du -sm "$folder/home/stranger/venv" | cut -f1) MB"
}

if [ $# -eq 0 ]; then
  here
elif [ -z "${IN_NAMESPACE:-}" ]; then
  IN_NAMESPACE=1 exec unshare --mount bash "$0" "$@"  # what is mounted goes with the process
elif [ "$1" = --wheels ]; then
  for suite in "${@:3}"; do
    wheel "$suite" "$2"
  done
else
  for suite in "$@"; do
    debian "$suite"
  done
fi
