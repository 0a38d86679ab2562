#!/bin/sh
# Commits a file to a repository, which is made unless it is there: commit.sh REPOSITORY PATH TEXT
set -eu
repository=$1 path=$2 text=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -d "$repository" ]; then
  git clone --quiet "$repository" "$work"
else
  git init --quiet --bare --initial-branch=master "$repository"
  git -C "$work" init --quiet --initial-branch=master
fi
mkdir -p "$work/$(dirname "$path")"
printf '%s' "$text" >"$work/$path"
git -C "$work" add --all
git -C "$work" -c user.name=life -c user.email=life@example.com commit --quiet --message "$path"
git -C "$work" push --quiet "$repository" HEAD:master
