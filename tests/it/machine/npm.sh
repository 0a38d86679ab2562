#!/bin/sh
# Plays npm 11: packages of the machine lie in /etc/npm, those of a project in its node_modules, each a file with its version.
# What a project needs is in its file 'wanted'.
place=node_modules
silent= dry= words=
for word; do
    case $word in
        --global) place=/etc/npm ;;
        --silent) silent=1 ;;
        --dry-run) dry=1 ;;
        --version) echo 11.19.1 && exit 0 ;;
        -*) ;;
        *) words="$words $word" ;;
    esac
done
set -- $words
command=$1
shift
file() { printf '%s/%s' "$place" "$(printf %s "$1" | tr / !)"; }
name() { printf %s "$1" | sed 's/\(.\)@.*/\1/'; }
version() { printf %s "$1" | sed -n 's/.\+@//p'; }
case $command in
    list)
        only=$(name "$1") range=$(version "$1" | tr -d '^~')
        rows=
        for path in "$place"/*; do
            own=$(basename "$path" | tr ! /)
            if [ ! -f "$path" ] || [ -n "$1" ] && [ "$own" != "$only" ]; then continue; fi
            case $(cat "$path") in "$range"*) ;; *) continue ;; esac
            rows="$rows${rows:+,}\"$own\":{\"version\":\"$(cat "$path")\",\"overridden\":false}"
        done
        if [ -n "$rows" ]; then echo "{\"name\":\"lib\",\"dependencies\":{$rows}}"; else echo '{"name":"lib"}'; fi
        ;;
    install)
        added=0
        [ -n "$1" ] || set -- $(cat wanted 2>/dev/null)
        for package; do
            if [ "$(name "$package")" = nosuch ]; then
                echo 'npm error 404 Not Found - GET https://registry.npmjs.org/nosuch' >&2
                exit 1
            fi
            path=$(file "$(name "$package")") new=$(version "$package" | tr -d '^~')
            if [ "$(cat "$path" 2>/dev/null)" != "${new:-1.0.0}" ]; then
                added=$((added + 1))
                [ -n "$dry" ] || { mkdir -p "$place" && echo "${new:-1.0.0}" >"$path"; }
            fi
        done
        [ -n "$silent" ] || echo "{\"added\":$added,\"audited\":1,\"changed\":0,\"funding\":0,\"removed\":0}"
        ;;
    uninstall) rm -f "$(file "$1")" ;;
esac
