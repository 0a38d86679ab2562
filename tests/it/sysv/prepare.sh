#!/bin/sh
# Lays Debian's init by scripts over a root: prepare.sh ROOT PLACE; what it changes is then PLACE/upper.
set -eu
root=$(realpath -m "$1") place=$(realpath -m "$2")
rm -rf "$place.new"
mkdir -p "$place.new/upper" "$place.new/work" "$place.new/root"
unshare --mount --uts --pid --fork --kill-child sh "$(dirname "$0")/../life/enter.sh" "$root" "$place.new" "" '
  apt-get update -qq 2>/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends sysvinit-core sysv-rc insserv 2>&1
'
[ -x "$place.new/upper/usr/lib/insserv/insserv" ] || [ -x "$place.new/upper/sbin/insserv" ] || [ -x "$place.new/upper/usr/sbin/insserv" ]
mv "$place.new" "$place"
