# What every bootstrap does; the lines above say of what. Runs as root at the first boot and can be run again. Says each
# step, and at which it failed, to cloud-init's log; registers last.

export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
program=/usr/local/bin/orchestrate
state=/var/lib/orchestrate
metadata=${AWS_EC2_METADATA_SERVICE_ENDPOINT:-http://169.254.169.254}
umask 022
mkdir -p "$state"

say() { printf '%s bootstrap: %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1"; }

step() {
  now=$1
  say "$now"
  printf '%s\n' "$now" >"$state/bootstrap.step"
}

# Says it in cloud-init's log and in the system's, where an instance that failed is looked for.
report() {
  say "$1"
  if command -v logger >/dev/null; then logger -t orchestrate-bootstrap -p user.err -- "$1" || :; fi
}

ended() {
  code=$?
  trap - EXIT
  if [ "$code" -eq 0 ]; then
    mv -f "$state/bootstrap.step" "$state/bootstrap.done"
    say "done: $service $instance is in service"
    exit 0
  fi
  report "FAILED at '$now' (exit $code); nothing was registered. To try again: sh $0"
  if [ "$on_failure" != unhealthy ]; then
    report "the instance stays as it is (bootstrap:on_failure: leave): nobody replaces it, and it serves nothing"
  elif [ -x "$program" ]; then
    "$program" -c /etc/orchestrate instance fail || report 'its group could not be told'
  else
    report 'its group could not be told: there is no program yet'
  fi
  exit "$code"
}

# The seconds since the machine started: the clock may be set meanwhile.
uptime_seconds() { cut -d . -f 1 /proc/uptime; }

# Runs a command again and again until it succeeds, or patience ends: patiently COMMAND ARGUMENT...
patiently() {
  ends=$(($(uptime_seconds) + patience)) pause=1
  while :; do
    left=$((ends - $(uptime_seconds)))
    [ "$left" -gt 0 ] || return 1
    if "$@"; then return 0; fi
    say "'$now' goes on in $pause s, for at most $left s"
    sleep "$pause"
    [ "$pause" -ge 16 ] || pause=$((pause * 2))
  done
}

# What the metadata service says, with a token as IMDSv2 wants it: about PATH
about() {
  token=$(curl -fsS --noproxy '*' --max-time 5 -X PUT \
    -H 'X-aws-ec2-metadata-token-ttl-seconds: 300' "$metadata/latest/api/token") || return
  curl -fsS --noproxy '*' --max-time 5 -H "X-aws-ec2-metadata-token: $token" "$metadata/latest/meta-data/$1"
}

field() { printf '%s\n' "$keys" | sed -n "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p"; }

# S3 refuses what curl signs before 7.88, with status 403.
can_sign() {
  version=$(curl --version | sed -n '1s/^curl \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  major=${version% *} minor=${version#* }
  [ "${major:-0}" -gt 7 ] || { [ "${major:-0}" -eq 7 ] && [ "${minor:-0}" -ge 88 ]; }
}

# curl, signed with the keys of the instance's role, which no other process gets to see: signed SERVICE ARGUMENT...
signed() {
  region=$(about placement/region) || return
  role=$(about iam/security-credentials/) || return
  keys=$(about "iam/security-credentials/$role") || return
  signer=$1
  shift
  printf 'user = "%s:%s"\nheader = "x-amz-security-token: %s"\n' \
    "$(field AccessKeyId)" "$(field SecretAccessKey)" "$(field Token)" |
    curl --config - --aws-sigv4 "aws:amz:$region:$signer" "$@"
}

# One attempt to download: download ADDRESS FILE
download() {
  file=$2
  case $1 in
  s3://*)
    bucket=${1#s3://} key=${1#s3://*/}
    bucket=${bucket%%/*}
    endpoint=${AWS_ENDPOINT_URL_S3:-${AWS_ENDPOINT_URL:-}}
    if [ -z "$endpoint" ]; then
      region=$(about placement/region) || return
      domain=$(about services/domain) || return
      endpoint=https://s3.$region.$domain
    fi
    set -- "$endpoint/$bucket/$key" signed s3 -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD'
    ;;
  *) set -- "$1" curl ;;
  esac
  address=$1
  shift
  "$@" -fsSL --connect-timeout 10 --max-time "$left" -o "$file" "$address"
}

# The program, unless it is there already; taken only with the digest that it is known by: fetch ADDRESS DIGEST
fetch() {
  if is_known "$program" "$2"; then return; fi
  part=$program.part
  case $1 in
  s3://*)
    can_sign || {
      report "$(curl --version | head -n 1) signs requests to S3 wrongly: take an image with curl 7.88 or later, or name the program by an https address"
      exit 1
    }
    ;;
  esac
  patiently download "$1" "$part" || {
    report "$1 could not be fetched within $patience s"
    exit 1
  }
  if ! is_known "$part" "$2"; then
    report "what $1 gave has another digest than $2: it is not run"
    rm -f "$part"
    exit 1
  fi
  chmod 0755 "$part"
  mv -f "$part" "$program"
}

is_known() { [ -f "$1" ] && printf '%s  %s\n' "$2" "$1" | sha256sum -c >/dev/null 2>&1; }

now=start
trap ended EXIT
trap 'exit 143' TERM

step "fetch the program for $(uname -m)"
command -v curl >/dev/null || { say "there is no curl: name it in 'bootstrap.packages'" && exit 1; }
fetch_for "$(uname -m)"

step "orchestrate deploy $service $instance"
"$program" -c /etc/orchestrate deploy "$service" "$instance"

for sls in $all_sls; do
  step "orchestrate state.sls $sls"
  "$program" -c /etc/orchestrate state.sls "$sls"
done
