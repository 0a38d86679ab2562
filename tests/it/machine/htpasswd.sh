#!/bin/sh
# Plays htpasswd: a password is kept backwards. Words and codes are those of Apache 2.4.
options=$1 file=$2 user=$3
case $options in
    *i*) read -r password ;;
    *b*) password=$4 ;;
esac
hidden=$(printf %s "$password" | rev)
known=$(sed -n "s/^$user://p" "$file" 2>/dev/null)
without() { grep -v "^$user:" "$file"; }
case $options in
    -D)
        if [ -z "$known" ]; then
            echo "User $user not found" >&2
            exit 0
        fi
        text=$(without)
        printf '%s\n' "$text" >"$file"
        echo "Deleting password for user $user" >&2
        ;;
    *v*)
        if [ "$known" != "$hidden" ]; then
            echo 'password verification failed' >&2
            exit 3
        fi
        echo "Password for user $user correct." >&2
        ;;
    *)
        case $options in *c*) : >"$file" || exit 1 ;; esac
        if [ ! -e "$file" ]; then
            echo "htpasswd: cannot modify file $file; use '-c' to create it." >&2
            exit 1
        fi
        if [ -n "$known" ]; then
            sed -i "s/^$user:.*/$user:$hidden/" "$file"
            echo "Updating password for user $user" >&2
        else
            echo "$user:$hidden" >>"$file"
            echo "Adding password for user $user" >&2
        fi
        ;;
esac
