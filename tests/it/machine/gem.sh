#!/bin/sh
# Plays gem of RubyGems 3: versions of packages lie in /etc/gems, one a line, sources in /etc/gem.sources.
command=$1 name=$2
[ "$name" != --local ] || name=$3
version=
while [ $# -gt 0 ]; do
    [ "$1" != --version ] || version=$(printf %s "$2" | tr -d '~>= ')
    shift
done
case $command in
    --version) echo 3.3.15 ;;
    list)
        for path in /etc/gems/"$name"*; do
            [ ! -f "$path" ] || echo "${path##*/} ($(paste -sd, "$path" | sed 's/,/, /g'))"
        done
        ;;
    install)
        if [ "$name" = nosuch ]; then
            echo "ERROR:  Could not find a valid gem 'nosuch' (>= 0) in any repository" >&2
            exit 2
        fi
        mkdir -p /etc/gems
        echo "${version:-1.0.0}" >>"/etc/gems/$name"
        echo '1 gem installed'
        ;;
    uninstall) rm -f "/etc/gems/$name" && echo "Successfully uninstalled $name" ;;
    sources)
        case $name in
            --add) echo "$3" ;;
            '') printf '*** CURRENT SOURCES ***\n\n' && cat /etc/gem.sources ;;
        esac
        ;;
esac
