#!/bin/sh
# Stands in for dpkg-query, dpkg, apt-get, apt-cache and apt-mark. `db` holds what is installed (wish, status, version), `repo` what
# can be had (versions, the newest first), `needs` what a package brings along.
F=$R/.fake
program=${0##*/}
wish() { cut -d' ' -f1 "$F/db/$1" 2>/dev/null; }
version() { [ -e "$F/db/$1" ] && case $(cat "$F/db/$1") in *" installed "*) cut -d' ' -f3 "$F/db/$1" ;; esac; }
mark() { echo "$2 $(cut -d' ' -f2- "$F/db/$1")" >"$F/db/$1"; }
list() { (cd "$F/db" && for name in *; do [ -e "$name" ] && "$@"; done) }
query() { read -r w s v <"$name"; echo "$w ok $s $name $v all"; }
selections() { printf '%s\t\t\t\t%s\n' "$name" "$(wish "$name")"; }

case $program in
dpkg-query) list query; exit ;;
apt-mark)
    verb=$1; shift
    for name; do if [ "$verb" = hold ]; then mark "$name" hold; else mark "$name" install; fi; done
    exit ;;
dpkg)
    case $1 in
        --get-selections)
            if [ "$2" = '*' ]; then list selections; elif [ -e "$F/db/$2" ]; then name=$2; selections; fi ;;
        --set-selections) while read -r name wish || [ -n "$name" ]; do mark "$name" "$wish"; done ;;
        *) exec /usr/bin/dpkg "$@" ;;
    esac
    exit ;;
esac

simulated= again= verb= names=
while [ $# -gt 0 ]; do
    case $1 in
        -s|--just-print) simulated=1 ;;
        -o|-t) shift ;;
        --reinstall) again=1 ;;
        -*) ;;
        *) if [ -z "$verb" ]; then verb=$1; else names="$names $1"; fi ;;
    esac
    shift
done

if [ "$program" = apt-cache ]; then
    for name in $names; do
        name=${name%%=*}
        [ -e "$F/repo/$name" ] || [ -e "$F/db/$name" ] || continue
        if [ "$verb" = show ]; then
            while read -r v; do printf 'Package: %s\nVersion: %s\n\n' "$name" "$v"; done <"$F/repo/$name"
        else
            old=$(version "$name")
            new=$(head -n1 "$F/repo/$name" 2>/dev/null)
            printf '%s:\n  Installed: %s\n  Candidate: %s\n  Version table:\n' "$name" "${old:-(none)}" "${new:-${old:-(none)}}"
            [ -e "$F/repo/$name" ] && while read -r v; do printf '     %s 500\n        500 http://repo.example.com\n' "$v"; done <"$F/repo/$name"
        fi
    done
    exit 0
fi

fail() { echo "E: $*" >&2; exit 100; }
bring() {
    old=$(version "$1")
    [ "$old" = "$2" ] && [ -z "$again" ] && return
    if [ -n "$simulated" ]; then
        echo "Inst $1${old:+ [$old]} ($2 Fake:1 [all])"
        echo "Conf $1 ($2 Fake:1 [all])"
    elif [ -e "$F/broken/$1" ]; then
        fail "Sub-process /usr/bin/dpkg returned an error code (1)"
    else
        kept=$(wish "$1"); [ "$kept" = hold ] || kept=install
        echo "$kept installed $2" >"$F/db/$1"
    fi
}
[ -n "$simulated" ] || echo "$verb$names" >>"$F/log"
case $verb in
    update) echo "Hit:1 http://repo.example.com stable InRelease" ;;
    install)
        for target in $names; do
            name=${target%%=*} wanted=${target#"$name"} wanted=${wanted#=}
            [ -e "$F/repo/$name" ] || fail "Unable to locate package $name"
            case $wanted in
                '') v=$(head -n1 "$F/repo/$name") ;;
                *\**) v=$(grep "^${wanted%\*}" "$F/repo/$name" | head -n1) ;;
                *) v=$(grep -Fx "$wanted" "$F/repo/$name") ;;
            esac
            [ -n "$v" ] || fail "Version '$wanted' for '$name' was not found"
            for need in $(cat "$F/needs/$name" 2>/dev/null); do [ -n "$(version "$need")" ] || bring "$need" "$(head -n1 "$F/repo/$need")"; done
            bring "$name" "$v"
        done ;;
    remove|purge)
        for name in $names; do
            [ -e "$F/db/$name" ] || continue
            [ -e "$F/broken/$name" ] && fail "Sub-process /usr/bin/dpkg returned an error code (1)"
            old=$(cut -d' ' -f3 "$F/db/$name")
            if [ -n "$simulated" ]; then
                if [ "$verb" = purge ]; then echo "Purg $name [$old]"; else echo "Remv $name [$old]"; fi
            elif [ "$verb" = purge ]; then rm "$F/db/$name"
            else echo "deinstall config-files $old" >"$F/db/$name"
            fi
        done ;;
    upgrade|dist-upgrade)
        upgraded() { new=$(head -n1 "$F/repo/$name" 2>/dev/null); [ -n "$new" ] && [ -n "$(version "$name")" ] && bring "$name" "$new"; true; }
        list upgraded ;;
esac
