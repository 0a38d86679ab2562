#!/bin/sh
# Two nodes of RabbitMQ, sample@localhost and other@localhost, and a console for their programs: server.sh start|stop DIRECTORY
# All listen on 127.0.0.1 only, at free ports. DIRECTORY/environment says how the programs find the first node; all is stopped by its number.
# rabbitmqctl takes a second to start, so DIRECTORY/bin has programs that ask one that runs all the time: see console.escript.
set -e
directory=$2
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
PATH=/usr/lib/rabbitmq/bin:/usr/sbin:/usr/bin:/sbin:/bin
cd /

ended() {
    for _ in $(seq 300); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    return 1
}

# Waits until a command succeeds.
until_so() {
    for _ in $(seq 600); do
        ! "$@" >/dev/null 2>&1 </dev/null || return 0
        sleep 0.1
    done
    cat "$directory"/*.said "$directory/console.log" >&2
    return 1
}

start() {
    set -- $(/usr/bin/python3 -IS -c "
import socket
sockets = [socket.create_server(('127.0.0.1', 0)) for _ in range(5)]
print(*[it.getsockname()[1] for it in sockets])")
    home=$(dirname "$(dirname "$(readlink -f /usr/lib/rabbitmq/bin/rabbitmqctl)")")
    mkdir "$directory/bin" "$directory/log"
    echo sample >"$directory/.erlang.cookie"
    chmod 400 "$directory/.erlang.cookie"
    ln -s "$here/../recorded/ask.py" "$directory/bin/rabbitmqctl"
    ln -s "$here/../recorded/ask.py" "$directory/bin/rabbitmq-plugins"
    local='-kernel inet_dist_use_interface {127,0,0,1}'
    cat >"$directory/environment" <<END
HOME=$directory
PATH=$directory/bin:$PATH
CONSOLE=$directory/console
ERL_EPMD_PORT=$1
ERL_EPMD_ADDRESS=127.0.0.1
ERL_LIBS=$home/plugins
RABBITMQ_NODENAME=sample@localhost
RABBITMQ_ENABLED_PLUGINS_FILE=$directory/sample.plugins
RABBITMQ_CTL_ERL_ARGS=$local
RABBITMQ_CONF_ENV_FILE=$directory/none
END
    while IFS= read -r line; do export "$line"; done <"$directory/environment"
    PATH=/usr/lib/rabbitmq/bin:/usr/sbin:/usr/bin:/sbin:/bin
    unset ERL_LIBS
    export RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="$local"
    export RABBITMQ_MNESIA_BASE="$directory/mnesia" RABBITMQ_LOG_BASE="$directory/log"
    export RABBITMQ_CONFIG_FILE="$directory/none" RABBITMQ_ADVANCED_CONFIG_FILE="$directory/none.config"
    setsid epmd -port "$1" -address 127.0.0.1 >"$directory/epmd.said" 2>&1 </dev/null &
    echo $! >"$directory/epmd.pid"
    # A node that finds none starts one of its own, which would outlive it.
    until_so epmd -port "$1" -names
    shift
    for name in sample other; do
        # No plugin is enabled.
        echo '[].' >"$directory/$name.plugins"
        RABBITMQ_NODENAME=$name@localhost RABBITMQ_NODE_PORT=$1 RABBITMQ_DIST_PORT=$2 \
            RABBITMQ_ENABLED_PLUGINS_FILE=$directory/$name.plugins RABBITMQ_PID_FILE=$directory/$name.pid \
            setsid rabbitmq-server >"$directory/$name.said" 2>&1 </dev/null &
        shift 2
    done
    ERL_LIBS=$home/plugins setsid escript "$here/console.escript" "$home/escript/rabbitmqctl" "$directory/console" \
        >"$directory/console.log" 2>&1 </dev/null &
    echo $! >"$directory/console.pid"
    until_so test -S "$directory/console"
    for name in sample other; do until_so "$directory/bin/rabbitmqctl" -q -n "$name@localhost" await_startup; done
}

case $1 in
    start) start ;;
    stop)
        for name in console sample other epmd; do
            pid=$(cat "$directory/$name.pid" 2>/dev/null) || continue
            # What they hold is thrown away.
            kill -9 "$pid" 2>/dev/null || continue
            ended "$pid"
        done
        ;;
esac
