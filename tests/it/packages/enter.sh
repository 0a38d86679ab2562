#!/bin/sh
# Runs a command in a root of its own over a shared one, in namespaces that end with it: enter.sh LOWER HOME PROGRAM COMMAND
set -eu
lower=$1 home=$2 program=$3 command=$4
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$home/upper,workdir=$home/work" "$home/root"
mount -t proc proc "$home/root/proc"
mount --bind /dev "$home/root/dev"
touch "$home/root/usr/local/bin/orchestrate"
mount --bind "$program" "$home/root/usr/local/bin/orchestrate"
exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin AWS_EC2_METADATA_DISABLED=true \
  chroot "$home/root" sh -c "$command" 2>&1
