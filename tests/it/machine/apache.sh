#!/bin/sh
# Plays a2enmod and its sisters: links below /etc/apache2. A module may need others, which its file names.
cd /etc/apache2 || exit 1
case ${0##*/} in
    apache2ctl) exit 0 ;;
    *mod) kind=mods word=Module ends='load conf' ;;
    *site) kind=sites word=Site ends=conf ;;
    *conf) kind=conf word=Conf ends=conf ;;
esac
enable() {
    if [ ! -e "$kind-available/$1.${ends%% *}" ]; then
        echo "ERROR: $word $1 does not exist!" >&2
        exit 1
    fi
    for needed in $(sed -n 's/^# Depends: //p' "$kind-available/$1.${ends%% *}"); do enable "$needed"; done
    for end in $ends; do
        [ ! -e "$kind-available/$1.$end" ] || ln -sf "../$kind-available/$1.$end" "$kind-enabled/$1.$end"
    done
    echo "Enabling $word $1."
}
disable() {
    for other in "$kind-enabled"/*; do
        if [ -e "$other" ] && grep -q "^# Depends: $1\$" "$other"; then
            other=${other##*/}
            echo "ERROR: The following modules depend on $1 and need to be disabled first: ${other%.*}" >&2
            exit 1
        fi
    done
    for end in $ends; do rm -f "$kind-enabled/$1.$end"; done
    echo "$word $1 disabled."
}
name=${1%.conf}
name=${name%.load}
case ${0##*/} in
    a2en*) enable "$name" ;;
    *) disable "$name" ;;
esac
