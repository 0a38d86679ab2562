#!/bin/sh
# Plays supervisorctl of supervisor 4: states lie in /etc/supervised, what its configuration names in /etc/supervisor.d.
cd /etc/supervised 2>/dev/null || {
    echo 'unix:///run/supervisor.sock no such file'
    exit 4
}
[ "$1" != -c ] || shift 2
code=0
# The processes of a name; a group ends with a colon.
of() {
    case $1 in
        *:) ls | grep "^$1" ;;
        *) [ ! -e "$1" ] || echo "$1" ;;
    esac
}
turn() {
    found=$(of "$1")
    if [ -z "$found" ]; then
        echo "$1: ERROR (no such ${2})"
        code=1
    fi
    for process in $found; do
        now=$(cat "$process")
        case $3$now in
            startRUNNING) echo "$process: ERROR (already started)" code=7 ;;
            stopSTOPPED | stopEXITED | stopFATAL) echo "$process: ERROR (not running)" ;;
            start*)
                if [ -e "/etc/supervisor.d/$process" ] && grep -q broken "/etc/supervisor.d/$process"; then
                    echo "$process: ERROR (spawn error)"
                    code=7
                else
                    echo RUNNING >"$process"
                    echo "$process: started"
                fi
                ;;
            stop*)
                echo STOPPED >"$process"
                echo "$process: stopped"
                ;;
        esac
    done
}
add() {
    found=
    for path in /etc/supervisor.d/*; do
        process=${path##*/}
        [ "${process%%:*}" != "$1" ] || found="$found $process"
    done
    if [ -z "$found" ]; then
        echo "ERROR: no such process/group: $1"
        exit 1
    fi
    for process in $found; do [ -e "$process" ] || echo RUNNING >"$process"; done
}
case $1 in
    status)
        for process in *; do
            [ ! -e "$process" ] || printf '%-33s%-10s%s\n' "$process" "$(cat "$process")" 'pid 7, uptime 0:00:05'
        done
        grep -qv RUNNING -- * 2>/dev/null && exit 3
        exit 0
        ;;
    reread) echo 'No config updates to processes' ;;
    add)
        add "$2"
        echo "$2: added process group"
        ;;
    update)
        for path in /etc/supervisor.d/*; do
            process=${path##*/}
            if [ ! -e "$path" ]; then continue; fi
            if [ ! -e "$process" ]; then
                add "${process%%:*}"
                echo "${process%%:*}: added process group"
            elif grep -q changed "$path"; then
                sed -i s/changed/taken/ "$path"
                echo "${process%%:*}: updated process group"
            fi
        done
        ;;
    start) turn "$2" process start ;;
    stop) turn "$2" process stop ;;
    restart)
        turn "$2" process stop
        turn "$2" process start
        ;;
esac
exit $code
