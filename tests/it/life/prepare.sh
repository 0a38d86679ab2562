#!/bin/sh
# Makes a root of this machine's Debian with what a cloud image has: prepare.sh ROOT
set -eu
root=$(realpath -m "$1")
. /etc/os-release
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb  *\(\[[^]]*\] *\)\?\([^ ]*\).*/\2/p' \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | head -n 1)
rm -rf "$root.new"
debootstrap --variant=minbase --include=ca-certificates,curl,cron,git,hostname "$VERSION_CODENAME" "$root.new" "$mirror"
# What this machine's apt knows of its mirrors, the root's is to know.
cp -r /etc/apt/apt.conf.d "$root.new/etc/apt/"
grep -lF "$mirror" /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list /etc/apt/sources.list 2>/dev/null |
  while read -r list; do cp "$list" "$root.new$list"; done
chroot "$root.new" sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends cloud-init'

# A repository for the trees to clone.
git init --quiet --bare "$root.new/opt/code.git"
work=$(mktemp -d)
git -C "$work" init --quiet --initial-branch=master
echo 'the code of myapp' >"$work/README"
git -C "$work" add README
git -C "$work" -c user.name=life -c user.email=life@example.com commit --quiet --message first
git -C "$work" push --quiet "$root.new/opt/code.git" master
rm -rf "$work"

# cloud-init reads what lies in the root, and does what the parts of the message say.
cat >"$root.new/etc/cloud/cloud.cfg" <<'END'
datasource_list: [NoCloud]
network: {config: disabled}
cloud_init_modules: [write-files]
cloud_config_modules: []
cloud_final_modules: [package-update-upgrade-install, scripts-user]
system_info: {distro: debian}
END
rm -f "$root.new"/etc/cloud/cloud.cfg.d/*
mv "$root.new" "$root"
