#!/bin/sh
# Plays semanage, setsebool, semodule, setenforce and restorecon. What SELinux knows is in /etc/selinux.known: booleans (name, state,
# default), modules (name, on or off, digest), files (path, kind, label, with "|" between them), ports (type, protocol, ports), and
# labels (path, its label, that of its rule). The kernel's file is where sandbox.sh puts it.
known=/etc/selinux.known
program=${0##*/}
fail() {
    echo "ValueError: $*" >&2
    exit 1
}
# Puts a line in the place of those that begin so: put FILE BEGIN LINE; an empty line removes them.
put() {
    touch "$known/$1"
    {
        while IFS= read -r line; do case $line in "$2"*) ;; *) printf '%s\n' "$line" ;; esac; done <"$known/$1"
        [ -z "$3" ] || printf '%s\n' "$3"
    } >"$known/.new"
    mv "$known/.new" "$known/$1"
}
letter() {
    case $1 in
        f) echo 'regular file' ;;
        d) echo directory ;;
        *) echo 'all files' ;;
    esac
}
case $program in
    setenforce) printf '%s' "$1" >/sys/fs/selinux/enforce ;;
    setsebool)
        [ "$1" != -P ] || { persist=y && shift; }
        row=$(grep "^$1 " $known/booleans) || fail "Boolean $1 is not defined"
        default=${row##* }
        put booleans "$1 " "$1 $2 $([ -n "$persist" ] && echo "$2" || echo "$default")"
        ;;
    semodule)
        case $1 in
            -h) printf '  -l[KIND],--list-modules[=KIND]  display list of installed modules\n     KIND:  standard  list highest priority, enabled modules\n            full      list all modules\n' ;;
            -lfull)
                while read -r name state digest; do
                    [ "$state" = on ] && state= || state=' disabled'
                    [ "$2" = -m ] && echo "400 $name pp$state sha256:$digest" || echo "400 $name pp$state"
                done <$known/modules
                ;;
            -e) put modules "$2 " "$2 on $(grep "^$2 " $known/modules | cut -d' ' -f3)" ;;
            -d) put modules "$2 " "$2 off $(grep "^$2 " $known/modules | cut -d' ' -f3)" ;;
            -r) put modules "$2 " '' ;;
            -i)
                [ -f "$2" ] || { echo "semodule:  Failed on $2!" >&2 && exit 1; }
                name=${2##*/} name=${name%%.*}
                put modules "$name " "$name on $(sha256sum <"$2" | cut -d' ' -f1)"
                ;;
        esac
        ;;
    restorecon)
        for word; do path=$word; done
        case " $* " in *' -R '*) below=y ;; esac
        found=
        while IFS='|' read -r at old new; do
            case $at in "$path") ;; "$path"/*) [ -n "$below" ] || continue ;; *) continue ;; esac
            found=y
            if [ "$old" = "$new" ]; then continue; fi
            case " $* " in
                *' -n '*) echo "Would relabel $at from $old to $new" ;;
                *)
                    put labels "$at|" "$at|$new|$new"
                    echo "Relabeled $at from $old to $new"
                    ;;
            esac
        done <$known/labels
        [ -n "$found" ] || { echo "restorecon: lstat($path) failed: No such file or directory" >&2 && exit 255; }
        ;;
    semanage)
        object=$1 verb=$2
        shift 2
        kind= user=system_u level=s0 type= proto=
        while [ $# -gt 1 ]; do
            case $1 in
                --ftype) kind=$2 ;;
                --type) type=$2 ;;
                --seuser) user=$2 ;;
                --range) level=$2 ;;
                --proto) proto=$2 ;;
            esac
            shift 2
        done
        files=$(letter "$kind")
        case "$object $verb" in
            'boolean -l')
                printf 'SELinux boolean                State  Default Description\n\n'
                while read -r name state default; do printf '%-30s (%-4s,%5s)  Allow %s\n' "$name" "$state" "$default" "$name"; done <$known/booleans
                ;;
            'fcontext -l')
                printf 'SELinux fcontext                                   type               Context\n\n'
                while IFS='|' read -r path files label; do printf '%-50s %-18s %s \n' "$path" "$files" "$label"; done <$known/files
                ;;
            'fcontext --add' | 'fcontext --modify') put files "$1|$files|" "$1|$files|$user:object_r:$type:$level" ;;
            'fcontext --delete')
                grep -qF "$1|$files|" $known/files || fail "File context for $1 is not defined"
                case $1 in /usr*) fail "File context for $1 is defined in policy, cannot be deleted" ;; esac
                put files "$1|$files|" ''
                ;;
            'port -l')
                printf 'SELinux Port Type              Proto    Port Number\n\n'
                while read -r name of ports; do printf '%-30s %-8s %s\n' "$name" "$of" "$ports"; done <$known/ports
                ;;
            'port --add' | 'port --modify' | 'port --delete')
                grep -q "^[a-z_]* $proto .*\b$1\b" $known/ports && there=y
                [ "$verb" != --add ] || [ -z "$there" ] || fail "Port $proto/$1 already defined"
                [ "$verb" = --add ] || [ -n "$there" ] || fail "Port $proto/$1 is not defined"
                sed -i "/^[a-z_]* $proto /{s/ $1,//;s/, $1\$//;s/ $1\$//}" $known/ports
                [ "$verb" = --delete ] || {
                    has=$(grep "^$type $proto " $known/ports | cut -d' ' -f3-)
                    put ports "$type $proto" "$type $proto $1${has:+, $has}"
                }
                ;;
            *) fail "$object $verb" ;;
        esac
        ;;
esac
