#!/bin/sh
# Plays modprobe, lsmod and rmmod: what there is lies in /etc/kernel, with what it needs; what is loaded in /etc/loaded.
dry=
for word; do
    case $word in
        --dry-run) dry=1 ;;
        -*) ;;
        *) module=${module:-$word} ;;
    esac
done
module=$(printf %s "$module" | tr - _)
insert() {
    if [ -e "/etc/loaded/$1" ]; then return; fi
    if [ ! -e "/etc/kernel/$1.ko" ]; then
        echo "modprobe: FATAL: Module $1 not found in directory /etc/kernel" >&2
        exit 1
    fi
    for needed in $(cat "/etc/kernel/$1.ko"); do insert "$needed"; done
    if [ -n "$dry" ]; then echo "insmod /etc/kernel/$1.ko "; else touch "/etc/loaded/$1"; fi
}
case ${0##*/} in
    modprobe) insert "$module" ;;
    lsmod)
        echo 'Module                  Size  Used by'
        for loaded in /etc/loaded/*; do
            [ ! -e "$loaded" ] || echo "${loaded##*/} 16384 0"
        done
        ;;
    rmmod)
        if [ ! -e "/etc/loaded/$module" ]; then
            echo "rmmod: ERROR: Module $module is not currently loaded" >&2
            exit 1
        fi
        rm "/etc/loaded/$module"
        ;;
esac
