#!/bin/sh
# Makes a signed repository with packages 1.0 and 1.1 of a program, and prints the digest of its key: packages.sh PROGRAM DIRECTORY
set -eu
program=$1 directory=$2
pool=$directory/pool index=$directory/dists/stable/main/binary-amd64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$pool" "$index" "$work/key"
chmod 0700 "$work/key"
for version in 1.0 1.1; do
  tree=$work/$version
  mkdir -p "$tree/DEBIAN" "$tree/usr/bin"
  install -m 0755 "$program" "$tree/usr/bin/orchestrate"
  printf '%s' "$version" >>"$tree/usr/bin/orchestrate"
  printf '%s\n' 'Package: orchestrate' "Version: $version" 'Architecture: amd64' 'Maintainer: life <life@example.com>' \
    'Description: the program' >"$tree/DEBIAN/control"
  file=pool/orchestrate_$version.deb
  dpkg-deb --root-owner-group -Znone --build "$tree" "$directory/$file" >/dev/null
  cat "$tree/DEBIAN/control"
  printf '%s\n' "Filename: $file" "Size: $(stat -c %s "$directory/$file")" "SHA256: $(sha256sum "$directory/$file" | cut -d ' ' -f 1)" ''
done >"$index/Packages"
cd "$directory/dists/stable"
{
  printf '%s\n' 'Suite: stable' 'Components: main' 'Architectures: amd64' "Date: $(LC_ALL=C date -Ru)" 'SHA256:'
  file=main/binary-amd64/Packages
  printf ' %s %s %s\n' "$(sha256sum $file | cut -d ' ' -f 1)" "$(stat -c %s $file)" $file
} >Release
export GNUPGHOME="$work/key"
gpg --batch --quiet --passphrase '' --quick-gen-key 'life <life@example.com>' ed25519 sign never
gpg --batch --quiet --clearsign --output InRelease Release
gpg --batch --quiet --armor --export >"$directory/key.asc"
gpgconf --kill all
sha256sum "$directory/key.asc" | cut -d ' ' -f 1
