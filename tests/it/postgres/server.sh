#!/bin/sh
# A PostgreSQL server of its own, with a socket in DIRECTORY and no port: server.sh start|stop DIRECTORY
# Root has the account postgres run it.
set -e
directory=$2
programs=$(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | tail -n 1)
PATH=${programs:-/usr/bin}:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
cd /
case $1 in
    start)
        mkdir "$directory/space"
        chmod 755 "$directory"
        [ "$(id -u)" != 0 ] || chown postgres "$directory" "$directory/space"
        as initdb --no-sync --auth=trust --encoding=UTF8 --locale=C --username=postgres --pgdata="$directory/data"
        as pg_ctl --wait --pgdata="$directory/data" --log="$directory/log" \
            --options="-k $directory -c listen_addresses='' -c fsync=off -c password_encryption=scram-sha-256" start
        ;;
    # A server that did not start has no number.
    stop) [ ! -e "$directory/data/postmaster.pid" ] || as pg_ctl --wait --pgdata="$directory/data" --mode=immediate stop ;;
esac
