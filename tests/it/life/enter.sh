#!/bin/sh
# Runs a command in a machine's root, in namespaces of its own that end with it: enter.sh LOWER MACHINE METADATA COMMAND
set -eu
lower=$1 machine=$2 metadata=$3 command=$4
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$machine/upper,workdir=$machine/work" "$machine/root"
mount -t proc proc "$machine/root/proc"
mount --bind /dev "$machine/root/dev"
mount -t tmpfs tmpfs "$machine/root/run"
cp -L /etc/resolv.conf "$machine/root/etc/"
[ -e "$machine/upper/etc/hosts" ] || cp -L /etc/hosts "$machine/root/etc/"
# What a recording brings along.
for more in ${BRING-}; do
  mkdir -p "$machine/root$more"
  mount --bind "$more" "$machine/root$more"
done
hostname "$(cat "$machine/root/etc/hostname")"
exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  AWS_EC2_METADATA_SERVICE_ENDPOINT="$metadata" AWS_ENDPOINT_URL="${LIFE_AWS-}" chroot "$machine/root" sh -c "$command" 2>&1
