#!/bin/sh
# What is asked of a machine of init scripts, and what is there after each: steps.sh PROGRAM [OPTION …]
# A step is printed as `== NAME`, its answer, `--`, and what there is of the daemon.
call() { "$@" 2>/dev/null; }
seen() {
    echo --
    pid=$(cat /run/tinyd.pid 2>/dev/null)
    [ -n "$pid" ] && [ -d "/proc/$pid" ] && echo runs
    pgrep -f 'sleep 4321' >/dev/null && echo 'old runs'
    ls /etc/rc?.d | grep -E 'tinyd|old|3proxy' | sort | uniq -c | sed 's/  *//' | tr '\n' ' '
    echo
    cat /var/log/tinyd 2>/dev/null
    : >/var/log/tinyd
}
step() {
    echo "== $1"
    shift
    call "$@"
    seen
}
# A state in a test run, in a real one, and again.
state() {
    name=$1
    shift
    for mode in test real again; do
        is_test=False
        [ $mode = test ] && is_test=True
        step "$name $mode" "$@" "test=$is_test"
    done
}
ask="$* --out json"
one() {
    name=$1 function=$2
    shift 2
    state "$name" $ask state.single "service.$function" "$@"
}
tree() { state "$1" $ask state.sls "$2"; }
function() {
    name=$1
    shift
    step "$name" $ask "service.$@"
}

one running running tinyd
one running_enabled running tinyd enable=True
one disabled disabled tinyd
one enabled enabled tinyd
one running_disabled running tinyd enable=False
tree watch plain
tree watch_reload reload
tree watch_force force
tree watch_full full
one dead_enabled dead tinyd enable=True
tree watch_stopped plain
tree watch_dead dead
one running_both running tinyd enable=True
one dead_both dead tinyd enable=False
one dead dead tinyd
one dud running dud
one dud_enabled running dud enable=True
one mute running mute
one mute_disabled dead mute enable=False
for verb in running dead enabled disabled; do one "missing_$verb" $verb nosuch; done
one old_pattern running old 'sig=sleep 4321'
one old_stopped dead old 'sig=sleep 4321'
one old_enabled enabled old
[ -z "$CLINGS" ] || one clings running clings 'sig=sleep 2143'
one masked masked tinyd
one unmasked unmasked tinyd

for verb in start status restart reload force_reload enable enabled disabled disable enabled disabled; do
    count=$((${count-0} + 1))
    function "f $count $verb" $verb tinyd
done
function 'f glob' status 'tin*'
function 'f pattern' status old 'sig=sleep 1234'
function 'f pattern of nothing' status old 'sig=sleep 9999'
function 'f stop' stop tinyd
function 'f status stopped' status tinyd
for verb in available missing status enabled disabled; do
    function "f $verb" $verb tinyd
    function "f $verb nosuch" $verb nosuch
done
for verb in get_all get_enabled get_disabled; do function "f $verb" $verb; done
function 'f start dud' start dud
function 'f start nosuch' start nosuch
function 'f enable nosuch' enable nosuch
# At the end: what Salt does not see stays.
one digit enabled 3proxy
one digit_disabled disabled 3proxy
