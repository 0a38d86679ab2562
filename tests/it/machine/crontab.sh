#!/bin/sh
# Stands for crontab(1): tables are files in /etc/crontabs.
user=root
while [ $# -gt 0 ]; do
    case $1 in
    -u) user=$2; shift 2 ;;
    -l)
        [ -f "/etc/crontabs/$user" ] && exec cat "/etc/crontabs/$user"
        echo "no crontab for $user" >&2
        exit 1
        ;;
    *)
        mkdir -p /etc/crontabs
        if [ "$user" = broken ]; then
            echo '"-":1: bad minute' >&2
            exit 1
        fi
        exec cat "$1" >"/etc/crontabs/$user"
        ;;
    esac
done
