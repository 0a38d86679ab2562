#!/bin/sh
# firewalld in a network of its own, with a bus and a configuration of its own: server.sh start|stop DIRECTORY
# firewall-cmd takes half a second to start, so DIRECTORY/bin has one that asks commands.py, which runs all the time.
set -e
directory=$2
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
cd /

ended() {
    for _ in $(seq 300); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}

start() {
    mkdir "$directory/bin" "$directory/etc"
    cp /etc/firewalld/firewalld.conf "$directory/etc"
    ln -s "$here/../recorded/ask.py" "$directory/bin/firewall-cmd"
    cat >"$directory/bus.conf" <<END
<busconfig>
  <type>system</type>
  <listen>unix:path=$directory/bus</listen>
  <policy context="default">
    <allow user="root"/> <allow own="*"/> <allow send_destination="*"/> <allow receive_sender="*"/>
  </policy>
</busconfig>
END
    DBUS_SYSTEM_BUS_ADDRESS=unix:path=$directory/bus
    export DBUS_SYSTEM_BUS_ADDRESS
    setsid dbus-daemon --config-file="$directory/bus.conf" --nofork --nopidfile >"$directory/said" 2>&1 </dev/null &
    echo $! >"$directory/bus.pid"
    until [ -S "$directory/bus" ]; do sleep 0.05; done
    setsid unshare --net firewalld --nofork --nopid --system-config "$directory/etc" --log-file "$directory/log" >>"$directory/said" 2>&1 </dev/null &
    echo $! >"$directory/firewalld.pid"
    setsid /usr/bin/python3 "$here/commands.py" "$directory/commands" >>"$directory/said" 2>&1 </dev/null &
    echo $! >"$directory/commands.pid"
    for _ in $(seq 300); do
        ! firewall-cmd --state >/dev/null 2>&1 || exit 0
        sleep 0.1
    done
    cat "$directory/said" >&2
    exit 1
}

case $1 in
    start) start ;;
    stop)
        for name in commands firewalld bus; do
            pid=$(cat "$directory/$name.pid" 2>/dev/null) || continue
            kill "$pid" 2>/dev/null || continue
            ended "$pid"
        done
        ;;
esac
