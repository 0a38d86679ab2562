#!/bin/sh
# Stands in for systemctl: a service is a directory of $R/.fake/units, what it is are the files in it.
U=$R/.fake/units
while :; do case $1 in --no-block|--system) shift ;; *) break ;; esac; done
verb=$1
shift
unit=
for word; do
    case $word in -*|0) ;; *) unit=${word%.service} ;; esac
done
at=$U/$unit
is() { [ -n "$unit" ] && [ -e "$at/$1" ]; }
log() { echo "$verb $unit" >>"$R/.fake/calls"; }
case $verb in
    --version) echo "systemd 252 (252.1)" ;;
    status)
        [ -d "$at" ] || { echo "Unit $unit.service could not be found."; exit 4; }
        echo "   Loaded: loaded (/etc/systemd/system/$unit.service)"
        is stale && echo "Warning: The unit file changed on disk. Run 'systemctl daemon-reload' to reload units."
        is active || exit 3 ;;
    show)
        if [ -d "$at" ]; then echo LoadState=loaded; else echo LoadState=not-found; fi
        if is active; then echo ActiveState=active; else echo ActiveState=inactive; fi
        if is enabled; then echo UnitFileState=enabled; else echo UnitFileState=disabled; fi
        if is stale; then echo NeedDaemonReload=yes; else echo NeedDaemonReload=no; fi ;;
    is-active) if is active; then echo active; else echo inactive; exit 3; fi ;;
    is-enabled) if is enabled; then echo enabled; else echo disabled; exit 1; fi ;;
    daemon-reload) log; rm -f "$U"/*/stale ;;
    start|restart)
        log
        is broken && { echo "Job for $unit.service failed because the control process exited with error code." >&2; exit 1; }
        is dud || touch "$at/active" ;;
    stop)
        log
        is undying && exit 0
        rm -f "$at/active" ;;
    reload) log ;;
    enable)
        log
        is fixed && { echo "Failed to enable unit: it is fixed." >&2; exit 1; }
        touch "$at/enabled" ;;
    disable) log; rm -f "$at/enabled" ;;
    *) echo "Unknown command verb $verb." >&2; exit 1 ;;
esac
