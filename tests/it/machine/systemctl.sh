#!/bin/sh
# Plays systemctl: timers that run are in /etc/running, those that run from the start on are links as systemd makes them.
links=/etc/systemd/system/timers.target.wants
while [ $# -gt 0 ]; do
    case $1 in
        --now) now=y ;;
        --*) ;;
        *) words="$words $1" ;;
    esac
    shift
done
set -- $words
unit=$2
file=/etc/systemd/system/$unit
there() {
    [ -e "$file" ] || {
        echo "Unit file $unit does not exist." >&2
        exit 1
    }
}
case $1 in
    show)
        if [ -e "$file" ]; then echo LoadState=loaded; else echo LoadState=not-found; fi
        if [ -e "/etc/running/$unit" ]; then echo ActiveState=active; else echo ActiveState=inactive; fi
        if [ -L "$links/$unit" ]; then echo UnitFileState=enabled; elif [ -e "$file" ]; then echo UnitFileState=disabled; fi
        ;;
    enable)
        there
        mkdir -p $links
        ln -sf "$file" "$links/$unit"
        [ -z "$now" ] || { mkdir -p /etc/running && : >"/etc/running/$unit"; }
        ;;
    restart)
        there
        mkdir -p /etc/running
        : >"/etc/running/$unit"
        ;;
    disable)
        there
        rm -f "$links/$unit"
        [ -z "$now" ] || rm -f "/etc/running/$unit"
        ;;
    daemon-reload) ;;
    *)
        echo "Unknown command verb $1." >&2
        exit 1
        ;;
esac
