#!/bin/sh
# Runs a program where /etc, /home and the host's name are others: sandbox.sh DIRECTORY PROGRAM [ARGUMENT …]
# DIRECTORY/tree holds etc and home; all is gone with the mount namespace. For root, with util-linux's unshare.
set -e
box=$1
shift
if [ "$INSIDE" != "$box" ]; then
    INSIDE=$box exec unshare --mount --uts --propagation private -- /bin/sh "$0" "$box" "$@"
fi
mount --bind "$box/tree/etc" /etc
mount --bind "$box/tree/home" /home
# The kernel's directory of SELinux, where the case has one.
if [ -d /etc/selinux.kernel ]; then
    mount -t tmpfs none /sys/fs
    mkdir /sys/fs/selinux
    mount --bind /etc/selinux.kernel /sys/fs/selinux
fi
hostname sandbox
unset INSIDE
PATH=/etc/programs:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
exec "$@"
