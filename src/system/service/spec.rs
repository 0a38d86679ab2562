//! The arguments of `service.*`.

use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the service; the ID if left out");
const ENABLE: Argument =
    Argument::optional("enable", Shape::Boolean, "whether it starts with the machine; as it is if left out");
const SIG: Argument = Argument::optional(
    "sig",
    Shape::Text,
    "a part of the command line of its process, for a script without a status",
);
const INIT_DELAY: Argument =
    Argument::optional("init_delay", Shape::Number, "how many seconds to wait before checking that it runs");
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
        "whether a change of a watched state reloads it and does not restart it",
    ),
    Argument::optional("full_restart", Shape::Boolean, "taken for compatibility: the same as a restart"),
    Argument::optional(
        "force",
        Shape::Boolean,
        "with reload: whether to restart it if it cannot be reloaded",
    ),
    Argument::optional("wait", Shape::Any, "taken for compatibility"),
    Argument::optional("timeout", Shape::Any, "for Windows"),
];

const DEAD: &[Argument] = &[NAME, ENABLE, SIG, INIT_DELAY, NO_BLOCK];

const ENABLED: &[Argument] = &[NAME, UNMASK, UNMASK_RUNTIME, NO_BLOCK];

const DISABLED: &[Argument] = &[NAME, NO_BLOCK];

const MASKED: &[Argument] = &[
    NAME,
    Argument::optional(
        "runtime",
        Shape::Boolean,
        "whether it lasts only until the next start of the machine",
    ),
];

/// `service.*`.
pub const FUNCTIONS: &[Function] = &[
    Function::other(
        "running",
        &["service.running"],
        RUNNING,
        "Starts a service, and restarts or reloads it if a watched state changes.",
    )
    .does(BY_PROGRAMS),
    Function::other("dead", &["service.dead"], DEAD, "Stops a service.").does(BY_PROGRAMS),
    Function::other(
        "enabled",
        &["service.enabled"],
        ENABLED,
        "Enables a service: it starts with the machine.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "disabled",
        &["service.disabled"],
        DISABLED,
        "Disables a service: it does not start with the machine.",
    )
    .does(BY_PROGRAMS),
    Function::other("masked", &["service.masked"], MASKED, "Masks a service of systemd: it cannot start.")
        .does(BY_PROGRAMS),
    Function::other(
        "unmasked",
        &["service.unmasked"],
        MASKED,
        "Unmasks a service of systemd: it can start again.",
    )
    .does(BY_PROGRAMS),
];
