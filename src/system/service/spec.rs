//! What an SLS may say below `service.*`.

use crate::model::effect::BY_PROGRAMS;
use crate::model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the service; the ID if left out");
const ENABLE: Argument =
    Argument::optional("enable", Shape::Boolean, "whether it starts with the machine; as it is if left out");
const SIG: Argument = Argument::optional(
    "sig",
    Shape::Text,
    "what the command line of its process holds, for a script that cannot tell whether it runs",
);
const INIT_DELAY: Argument = Argument::optional(
    "init_delay",
    Shape::Number,
    "how many seconds to wait before looking whether it runs",
);
const UNMASK: Argument =
    Argument::optional("unmask", Shape::Boolean, "whether to unmask it first; false if left out");
const UNMASK_RUNTIME: Argument =
    Argument::optional("unmask_runtime", Shape::Boolean, "whether to unmask it until the next start only");
const NO_BLOCK: Argument =
    Argument::optional("no_block", Shape::Boolean, "taken for compatibility: a service is waited for");

const RUNNING: &[Argument] = &[
    NAME,
    ENABLE,
    SIG,
    INIT_DELAY,
    UNMASK,
    UNMASK_RUNTIME,
    NO_BLOCK,
    Argument::optional(
        "reload",
        Shape::Boolean,
        "whether it is reloaded, not restarted, for what it watches",
    ),
    Argument::optional("full_restart", Shape::Boolean, "taken for compatibility: the same as a restart"),
    Argument::optional(
        "force",
        Shape::Boolean,
        "with reload: whether to restart where it cannot be reloaded",
    ),
    Argument::optional("wait", Shape::Any, "taken for compatibility"),
    Argument::optional("timeout", Shape::Any, "for Windows"),
];

const DEAD: &[Argument] = &[NAME, ENABLE, SIG, INIT_DELAY, NO_BLOCK];

const ENABLED: &[Argument] = &[NAME, UNMASK, UNMASK_RUNTIME, NO_BLOCK];

const DISABLED: &[Argument] = &[NAME, NO_BLOCK];

const MASKED: &[Argument] = &[
    NAME,
    Argument::optional("runtime", Shape::Boolean, "whether until the next start of the machine only"),
];

/// `service.*`.
pub const FUNCTIONS: &[Function] = &[
    Function::other(
        "running",
        &["service.running"],
        RUNNING,
        "Has a service run, and restarts or reloads it for what it watches.",
    )
    .does(BY_PROGRAMS),
    Function::other("dead", &["service.dead"], DEAD, "Has a service not run.").does(BY_PROGRAMS),
    Function::other("enabled", &["service.enabled"], ENABLED, "Has a service start with the machine.")
        .does(BY_PROGRAMS),
    Function::other("disabled", &["service.disabled"], DISABLED, "Has a service not start with the machine.")
        .does(BY_PROGRAMS),
    Function::other("masked", &["service.masked"], MASKED, "Has a service of systemd never run.")
        .does(BY_PROGRAMS),
    Function::other("unmasked", &["service.unmasked"], MASKED, "Lets a service of systemd run again.")
        .does(BY_PROGRAMS),
];
