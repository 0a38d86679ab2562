//! What the fleet's commands take: the one table of their arguments, from which help, grammar and defaults follow.

use super::args;
use exec::{Signature, flag, int, maybe, required, takes, text};
use model::{Argument, Shape};

/// The option that every command has.
pub(super) const FLEET_DIR: Argument = maybe(
    "fleet_dir",
    Shape::Text,
    "the directory with the kit of this operator or instance; 'fleet' in the configuration's directory if left out",
);

/// A switch with other names and letters.
pub(super) const fn switch(
    name: &'static str,
    letter: &'static [&'static str],
    doc: &'static str,
) -> Argument {
    flag(name, false, doc).alias(letter)
}

/// What `fleet` takes, and how each argument is left out.
pub(super) const FLEET: Signature = takes(&[
    required("target", Shape::Text, "which instances: a shell pattern of IDs, or as an option says"),
    required("function", Shape::Text, "the function: test.ping, state.apply, …"),
    switch("list", &["L"], "the target is a list of IDs with commas between"),
    switch("pcre", &["E"], "the target is a regular expression of IDs"),
    switch("grain", &["G"], "the target is a grain and a shell pattern: os:Debian"),
    switch("grain_pcre", &["P"], "the target is a grain and a regular expression"),
    switch("pillar", &["I"], "the target is a pillar value and a shell pattern: the instances are asked"),
    switch("pillar_pcre", &["J"], "the target is a pillar value and a regular expression: the instances are asked"),
    switch("ipcidr", &["S"], "the target is an IP address or network"),
    switch("compound", &["C"], "the target is a compound: 'G@os:Debian and web-*'"),
    switch("nodegroup", &["N"], "the target is a node group of the configuration"),
    maybe("batch", Shape::Text, "so many instances at once: 5 or 25%").alias(&["b", "batch-size"]),
    int("batch_wait", 0, "seconds between an answer and the next instance of a batch"),
    flag("failhard", false, "begin no more instances of a batch after the first failure"),
    maybe("subset", Shape::Integer, "so many of the instances, taken at random"),
    flag("async", false, "send the job and do not wait for answers"),
    int("timeout", 2, "seconds within which an instance must confirm the job; a job that runs is waited for")
        .alias(&["t"]),
    int("job_timeout", 3600, "seconds that the job may run on an instance"),
    switch("summary", &["v", "verbose"], "show how many answered at the end"),
    switch("static", &["s"], "show all results at the end, as one"),
    switch("retcode", &["retcode-passthrough"], "exit with the highest exit code of all instances"),
    flag("show_jid", false, "show the number of the job before it is sent"),
    flag("hide_timeout", false, "do not show instances that do not answer; the exit code is 1 all the same"),
    flag("preview_target", false, "show which instances the target means, and send nothing"),
    maybe(
        "tree",
        Shape::Text,
        "the revision of the published trees, or 'none' for each instance's own; the newest for state, pillar and cp functions if left out",
    ),
    FLEET_DIR,
])
.and_more("arguments", "the function's arguments, and key=value ones")
.words(2);

/// What `key` takes.
pub(super) const KEY: Signature = takes(&[
    maybe("action", Shape::Word(args::KEY_ACTIONS), "what to do; 'list' if left out"),
    maybe("which", Shape::Text, "an ID, or a shell pattern of IDs; for 'list' a state: acc, pre, rej or den; for 'token' create, list or revoke; for 'take-over' the removed operator"),
    maybe("token", Shape::Text, "the name of the token, for 'token revoke'"),
    text("id", "*", "for 'token create': a shell pattern of the IDs that may use it"),
    text("ttl", "1h", "for 'token create': how long it holds: 30m, 1h, 7d"),
    int("uses", 1, "for 'token create': how many instances may use it"),
    maybe("role", Shape::Text, "for 'accept', 'attributes' and 'token create': as --attribute role=ROLE"),
    maybe("attribute", Shape::Texts, "for the same: NAME=VALUE, what the register says about these instances; may be given several times"),
    switch("watch", &[], "for 'admit': go on until ended"),
    switch("versions", &[], "for 'list': show the version of each agent beside its ID"),
    maybe("list", Shape::Text, "as 'list STATE'").alias(&["l"]),
    switch("list_all", &["L"], "as 'list'"),
    maybe("accept", Shape::Text, "as 'accept ID'").alias(&["a"]),
    switch("accept_all", &["A"], "as 'accept-all'"),
    maybe("reject", Shape::Text, "as 'reject ID'").alias(&["r"]),
    switch("reject_all", &["R"], "reject all keys that are not accepted"),
    flag("include_rejected", false, "accept also keys that were rejected"),
    flag("include_all", false, "as --include-rejected; with --reject-all also keys that are accepted"),
    flag("include_accepted", false, "with --reject-all: also keys that are accepted"),
    flag("include_denied", false, "without effect: they are included"),
    maybe("delete", Shape::Text, "as 'delete ID'").alias(&["d"]),
    switch("delete_all", &["D"], "delete all keys"),
    maybe("finger", Shape::Text, "as 'finger ID'").alias(&["f"]),
    switch("finger_all", &["F"], "as 'finger'"),
    maybe("print", Shape::Text, "as 'print ID'").alias(&["p"]),
    switch("print_all", &["P"], "as 'print *'"),
    switch("yes", &["y"], "without effect: nothing is asked"),
    FLEET_DIR,
])
.words(3);

/// What `jobs` takes.
pub(super) const JOBS: Signature = takes(&[
    required("action", Shape::Word(args::JOBS_ACTIONS), "what to do"),
    maybe("jid", Shape::Text, "the number of the job, for show, resume and kill"),
    FLEET_DIR,
])
.words(2);

/// What `tree` takes.
pub(super) const TREE: Signature = takes(&[
    required("action", Shape::Word(args::TREE_ACTIONS), "what to do"),
    maybe("revision", Shape::Text, "the name: with publish one of your own, with show the one to show"),
    FLEET_DIR,
])
.words(2);

/// What `fleet-run` takes.
pub(super) const RUNNER: Signature =
    takes(&[required("function", Shape::Word(args::RUNNERS), "the runner"), FLEET_DIR])
        .and_more("arguments", "its arguments: the number of a job, or SLS and key=value ones");

/// What `fleet-setup` takes.
pub(super) const SETUP: Signature = takes(&[
    required("action", Shape::Word(args::SETUP_ACTIONS), "what to make"),
    required("directory", Shape::Text, "the directory of the fleet's root"),
    maybe("name", Shape::Text, "the operator's name"),
    maybe(
        "servers",
        Shape::Text,
        "with init: addresses of the servers, with commas between: nats://10.0.0.1:4222,…",
    ),
    text("targets", "*", "with operator: where it may act, a compound"),
    text("functions", "*", "with operator: what it may have run, shell patterns with commas between"),
    maybe("reads", Shape::Text, "with operator: what it may read beside that when others have it run, shell patterns with commas between"),
    flag("no_register", false, "with operator: it may not accept and delete keys"),
    maybe("to", Shape::Text, "the directory that the kit is written to"),
])
.words(3);
