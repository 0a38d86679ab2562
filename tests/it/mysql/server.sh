#!/bin/sh
# A MariaDB server of its own, with a socket in DIRECTORY and no port: server.sh start|stop DIRECTORY
# Root has the account mysql run it. Its user root has no password.
set -e
directory=$2
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
as() { if [ "$(id -u)" = 0 ]; then runuser -u mysql -- "$@"; else "$@"; fi; }
cd /
case $1 in
    start)
        chmod 755 "$directory"
        # A server that starts removes all temporary tables in its TMPDIR, also those of another server.
        TMPDIR=$directory/tmp
        export TMPDIR
        mkdir "$TMPDIR"
        [ "$(id -u)" != 0 ] || chown mysql "$directory" "$TMPDIR"
        as mariadb-install-db --no-defaults --datadir="$directory/data" --auth-root-authentication-method=normal --skip-test-db
        as mariadbd --no-defaults --datadir="$directory/data" --socket="$directory/socket" --skip-networking \
            --pid-file="$directory/pid" --innodb-flush-log-at-trx-commit=0 --character-set-server=utf8mb4 &
        for _ in $(seq 300); do
            ! mariadb-admin --no-defaults --socket="$directory/socket" --user=root ping >/dev/null 2>&1 || exit 0
            sleep 0.1
        done
        exit 1
        ;;
    stop)
        # A server that did not start has none.
        [ -e "$directory/pid" ] || exit 0
        pid=$(cat "$directory/pid")
        kill "$pid"
        for _ in $(seq 300); do
            kill -0 "$pid" 2>/dev/null || exit 0
            sleep 0.1
        done
        exit 1
        ;;
esac
