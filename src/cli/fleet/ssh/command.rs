//! The entries of `ssh` and of its host's side. The grammar is that of `salt-ssh`.

use super::super::command::FleetCommand;
use super::super::signatures::{FLEET_DIR, switch};
use super::{job, run};
use exec::{Signature, flag, int, maybe, takes};
use model::Effect::{AsksHosts, CallsFunctions, ReadsMachine, RunsPrograms};
use model::Shape;

/// Where hosts come from.
const ROSTERS: &[&str] = &["flat", "aws"];

const SSH: Signature = takes(&[
    maybe("target", Shape::Text, "which hosts: a shell pattern of IDs, or as an option says"),
    maybe("function", Shape::Text, "the function: test.ping, state.apply, …; with --raw a shell command"),
    switch("list", &["L"], "the target is a list of IDs with commas between"),
    switch("pcre", &["E"], "the target is a regular expression of IDs"),
    switch("grain", &["G"], "the target is a grain and a shell pattern; grains are known of the roster and of hosts that were visited"),
    switch("grain_pcre", &["P"], "the target is a grain and a regular expression"),
    switch("compound", &["C"], "the target is a compound: 'G@os:Debian and web-*'"),
    switch("nodegroup", &["N"], "the target is a node group of the configuration"),
    switch("raw", &["r", "raw-shell"], "run a shell command instead of a function"),
    switch("hosts", &["H"], "list the hosts of the roster"),
    maybe("roster_file", Shape::Text, "the roster; 'roster_file' of the configuration, or 'roster' in its directory, if left out"),
    maybe("roster", Shape::Word(ROSTERS), "where hosts come from: 'flat' is the roster's file, 'aws' the running instances of an account; 'roster' of the configuration, or 'flat', if left out"),
    maybe("tag", Shape::Texts, "with --roster aws: only instances with this tag: NAME=VALUE; may be given several times"),
    maybe("group", Shape::Texts, "with --roster aws: only instances of this Auto Scaling group; may be given several times"),
    maybe("region", Shape::Text, "with --roster aws: the region"),
    maybe("profile", Shape::Text, "with --roster aws: the profile, as in states"),
    flag("public", false, "with --roster aws: by their public addresses"),
    flag("instance_connect", false, "with --roster aws: send the public key by EC2 Instance Connect before each visit"),
    int("max_procs", 25, "so many hosts at once"),
    int("job_timeout", 3600, "seconds that the job may run on a host"),
    maybe("user", Shape::Text, "who logs in, where the roster says nothing; 'root' if left out"),
    maybe("priv", Shape::Text, "the file of the private key, where the roster names none"),
    flag("identities_only", false, "try no other key"),
    flag("sudo", false, "run as root by sudo, where the roster says nothing"),
    maybe("jump", Shape::Text, "the host that connections go through, where the roster names none: user@host:port"),
    maybe("ssh_option", Shape::Texts, "an option of the client: Name=value; may be given several times"),
    switch("ignore_host_keys", &["i"], "accept keys of hosts that are not known yet, and note them; a key that changed is refused all the same"),
    maybe("program", Shape::Text, "what to ship: paths of static programs with commas between, one for each architecture; this program if left out"),
    switch("wipe", &["w"], "remove the program and the tree from the host after the visit"),
    switch("summary", &["v", "verbose"], "show how many answered at the end"),
    switch("static", &["s"], "show all results at the end, as one"),
    switch("retcode", &["retcode-passthrough"], "exit with the highest exit code of all hosts"),
    FLEET_DIR,
])
.and_more("arguments", "the function's arguments, and key=value ones")
.words(2);

/// The operator's command.
pub const COMMAND: FleetCommand = FleetCommand {
    name: "ssh",
    link: Some("salt-ssh"),
    signature: SSH,
    doc: "Has a function run on hosts that OpenSSH's client reaches.\n\nThe hosts need neither agent nor server. The program is shipped once and checked by its digest each time; \
          the tree of states and the pillar, compiled here, are brought with the job. Nothing is left running. \
          For example: orchestrate ssh 'web-*' state.apply test=True",
    returns: "the answer of each host, by its ID",
    does: &[ReadsMachine, AsksHosts, RunsPrograms, CallsFunctions],
    run: run::run,
};

/// The host's side. The operator's side alone types it, so no manual lists it.
pub const JOB: FleetCommand = FleetCommand {
    name: "ssh-job",
    link: None,
    signature: takes(&[FLEET_DIR]),
    doc: "Carries out a call that it reads from stdin, in the directory that it is started in.",
    returns: "the result, as JSON",
    does: &[CallsFunctions],
    run: job::run,
};
