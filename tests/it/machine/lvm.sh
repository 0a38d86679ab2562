#!/bin/sh
# Plays LVM: below /etc/lvm.known lie physical volumes (a file with its group), groups and logical volumes (a file with its bytes).
# Extents are of 4 MiB.
cd /etc/lvm.known || exit 5
program=${0##*/}
size= name= origin= words= columns= force=
while [ $# -gt 0 ]; do
    case $1 in
        -L | -V) size=$2 && shift ;;
        -l) size=extents:$2 && shift ;;
        -n | --thinpool) name=$2 && shift ;;
        -s) origin=$2 && shift ;;
        --options) columns=$2 && shift ;;
        --separator | --units | --dataalignment | --physicalextentsize) shift ;;
        --yes | --force | -f) force=1 ;;
        -*) ;;
        *) words="$words $1" ;;
    esac
    shift
done
set -- $words
key() { printf %s "$1" | tr / !; }
fail() {
    echo "  $1" >&2
    exit 5
}
bytes() {
    number=${1%[A-Za-z]}
    case $1 in
        extents:*%*) echo 1073741824 ;;
        extents:*) echo $((${1#extents:} * 4194304)) ;;
        *b) echo "$number" ;;
        *[gG]) echo $((number << 30)) ;;
        *) echo $((number << 20)) ;;
    esac
}
whole() { echo $((($1 + 4194303) / 4194304 * 4194304)); }
physical() {
    for file in pv/*; do
        [ ! -e "$file" ] || printf '%s|%s\n' "$(printf %s "${file#pv/}" | tr ! /)" "$(cat "$file")"
    done
}
case $program in
    lvm) exit 0 ;;
    pvs) physical ;;
    vgs) for group in vg/*; do [ ! -e "$group" ] || echo "  ${group#vg/}|4194304"; done ;;
    lvs)
        for file in lv/*/*; do
            [ ! -e "$file" ] || { of=${file#lv/} && echo "  ${of#*/}|${of%/*}|$(cat "$file")"; }
        done
        ;;
    pvdisplay)
        physical | while IFS='|' read -r device group; do
            [ -n "$1" ] && [ "$1" != "$device" ] || echo "  $device:$group:8192:-1:8:8:-1:4096:1:1:0:id"
        done | grep . || fail "Failed to find physical volume \"$1\"."
        ;;
    vgdisplay)
        [ -e "vg/$1" ] || fail "Volume group \"$1\" not found"
        echo "  $1:r/w:772:-1:0:0:0:-1:0:1:1:8192:4096:2:0:2:id"
        ;;
    lvdisplay)
        path=lv/${1#/dev/}
        [ -e "$path" ] || fail "Failed to find logical volume \"${1#/dev/}\""
        size=$(cat "$path")
        of=${1#/dev/}
        echo "  $1:${of%/*}:3:1:-1:0:$((size / 512)):$((size / 4194304)):-1:0:-1:253:0"
        ;;
    pvcreate)
        [ -e "$1" ] || fail "No device found for $1."
        mkdir -p pv
        : >"pv/$(key "$1")"
        ;;
    pvremove)
        [ -z "$(cat "pv/$(key "$1")")" ] || fail "PV $1 is used by a VG so please use vgreduce first."
        rm "pv/$(key "$1")"
        ;;
    vgcreate | vgextend)
        group=$1
        shift
        for device; do
            [ -e "$device" ] || fail "No device found for $device."
            mkdir -p pv
            echo "$group" >"pv/$(key "$device")"
        done
        mkdir -p vg
        : >"vg/$group"
        ;;
    vgremove)
        for file in pv/*; do [ "$(cat "$file")" != "$1" ] || : >"$file"; done
        rm -rf "vg/$1" "lv/$1"
        ;;
    lvcreate)
        group=${origin:-$1}
        group=${group%%/*}
        [ -e "vg/$group" ] || fail "Volume group \"$group\" not found"
        [ -n "$size" ] || fail 'No size.'
        mkdir -p "lv/$group"
        whole "$(bytes "$size")" >"lv/$group/$name"
        ;;
    lvresize)
        path=lv/${1#/dev/}
        new=$(whole "$(bytes "$size")")
        [ "$new" != "$(cat "$path")" ] || fail 'New size matches existing size.'
        echo "$new" >"$path"
        ;;
    lvremove)
        path=${1#/dev/}
        [ -e "lv/$path" ] || fail "Failed to find logical volume \"$path\""
        rm "lv/$path"
        ;;
esac
