#!/bin/sh
# Makes a root of this machine's Debian with the package managers of Debian and of Red Hat, and a repository for each: prepare.sh ROOT
set -eu
root=$(realpath -m "$1")
. /etc/os-release
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb  *\(\[[^]]*\] *\)\?\([^ ]*\).*/\2/p' \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | head -n 1)
rm -rf "$root.new"
debootstrap --variant=minbase "$VERSION_CODENAME" "$root.new" "$mirror"
# What this machine's apt knows of its mirrors, the root's is to know.
cp -r /etc/apt/apt.conf.d "$root.new/etc/apt/"
chroot "$root.new" sh -c 'apt-get update -qq &&
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends dnf rpm createrepo-c dnf-plugins-core file'

cat >"$root.new/srv/build" <<'END'
set -eu
mkdir -p /srv/rpm /srv/deb /srv/apart /tmp/build/SPECS

# rpm NAME EPOCH VERSION REQUIRES: a package with one file that says its version.
rpm() {
  cat >"/tmp/build/SPECS/$1.spec" <<SPEC
Name: $1
Epoch: $2
Version: $3
Release: 1
Summary: A package for tests
License: MIT
BuildArch: noarch
${4:+Requires: $4}
%description
A package for tests.
%install
mkdir -p %{buildroot}/opt/$1
echo $3 >%{buildroot}/opt/$1/version
%files
/opt/$1
SPEC
  sed -i '/^$/d; /^Epoch: 0$/d' "/tmp/build/SPECS/$1.spec"
  rpmbuild -bb --quiet --define '_topdir /tmp/build' --define '_rpmdir /srv/rpm' \
    --define '_build_name_fmt %{NAME}-%{VERSION}.rpm' "/tmp/build/SPECS/$1.spec"
}
rpm greeting 0 1.0 ''
rpm greeting 0 1.5 ''
rpm greeting 0 2.0 ''
rpm phrase 0 1.0 ''
rpm speech 1 1.0 phrase
rpm apart 0 1.0 ''
mv /srv/rpm/apart-1.0.rpm /srv/apart/
createrepo_c --quiet /srv/rpm

# deb NAME VERSION DEPENDS
deb() {
  mkdir -p "/tmp/build/$1/DEBIAN" "/tmp/build/$1/opt/$1"
  echo "$2" >"/tmp/build/$1/opt/$1/version"
  printf '%s\n' "Package: $1" "Version: $2" 'Architecture: all' 'Maintainer: Tests <tests@example.com>' \
    ${3:+"Depends: $3"} 'Description: A package for tests' >"/tmp/build/$1/DEBIAN/control"
  dpkg-deb --root-owner-group --build "/tmp/build/$1" "/srv/deb/${1}_${2#*:}.deb" >/dev/null
}
deb greeting 1.0 ''
deb greeting 1.5 ''
deb greeting 2.0 ''
deb phrase 1.0 ''
deb speech 1:1.0 phrase
deb apart 1.0 ''
mv /srv/deb/apart_1.0.deb /srv/apart/
cd /srv/deb
for file in *.deb; do
  dpkg-deb -f "$file"
  echo "Filename: ./$file"
  echo "Size: $(stat -c %s "$file")"
  echo "SHA256: $(sha256sum "$file" | cut -d' ' -f1)"
  echo
done >Packages
END
chroot "$root.new" sh /srv/build

# As on Red Hat's: rpm's database is in its place, there is a directory of repositories, the release is known, and no plugin has
# a repository of its own.
mkdir -p "$root.new/etc/rpm"
echo '%_dbpath /var/lib/rpm' >"$root.new/etc/rpm/macros.dbpath"
mkdir -p "$root.new/etc/yum.repos.d" "$root.new/etc/dnf/vars"
echo 9 >"$root.new/etc/dnf/vars/releasever"
rm -f "$root.new/etc/dnf/plugins/local.conf"
mv "$root.new" "$root"
