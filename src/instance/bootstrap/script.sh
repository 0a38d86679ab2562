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

ended() {
  code=$?
  trap - EXIT
  if [ "$code" -eq 0 ]; then
    mv -f "$state/bootstrap.step" "$state/bootstrap.done"
    say "done: $service $instance is in service"
    exit 0
  fi
  say "FAILED at '$now' (exit $code); nothing was registered. To try again: sh $0"
  [ "$on_failure" != unhealthy ] || "$program" -c /etc/orchestrate instance fail || say 'its group could not be told'
  exit "$code"
}

# What the metadata service says, with a token as IMDSv2 wants it: about PATH
about() {
  [ -n "${token:-}" ] || token=$(curl -fsS --noproxy '*' --retry 5 --retry-connrefused --max-time 5 -X PUT \
    -H 'X-aws-ec2-metadata-token-ttl-seconds: 300' "$metadata/latest/api/token")
  curl -fsS --noproxy '*' --max-time 5 -H "X-aws-ec2-metadata-token: $token" "$metadata/latest/meta-data/$1"
}

field() { printf '%s\n' "$keys" | sed -n "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p"; }

# curl, signed with the keys of the instance's role, which no other process gets to see: signed SERVICE ARGUMENT...
signed() {
  region=$(about placement/region)
  role=$(about iam/security-credentials/)
  keys=$(about "iam/security-credentials/$role")
  signer=$1
  shift
  printf 'user = "%s:%s"\nheader = "x-amz-security-token: %s"\n' \
    "$(field AccessKeyId)" "$(field SecretAccessKey)" "$(field Token)" |
    curl --config - --aws-sigv4 "aws:amz:$region:$signer" "$@"
}

# The program, unless it is there already; taken only with the digest that it is known by: fetch ADDRESS DIGEST
fetch() {
  if is_known "$program" "$2"; then return; fi
  part=$program.part
  case $1 in
  s3://*)
    bucket=${1#s3://} key=${1#s3://*/}
    bucket=${bucket%%/*}
    endpoint=${AWS_ENDPOINT_URL_S3:-${AWS_ENDPOINT_URL:-}}
    [ -n "$endpoint" ] || endpoint=https://s3.$(about placement/region).$(about services/domain)
    set -- "$endpoint/$bucket/$key" "$2" signed s3 -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD'
    ;;
  *) set -- "$1" "$2" curl ;;
  esac
  address=$1 digest=$2
  shift 2
  "$@" -fsSL --retry 8 --retry-all-errors --connect-timeout 10 --max-time "$patience" -o "$part" "$address"
  if ! is_known "$part" "$digest"; then
    say "what $address gave has another digest than $digest: it is not run"
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
