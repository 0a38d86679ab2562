//! What an SLS may say below `docker_container`.

use super::super::spec::{BY_ENGINE, NAME, any, flag, word};
use super::table::SETTINGS;
use crate::model::{Argument, Function, Shape};

/// What is not a setting of the container alone.
const OWN: &[Argument] = &[
    NAME,
    word("image", "the image: a name or an ID; it is pulled where the engine does not have it"),
    any(
        "networks",
        "the networks that it is connected with, and no others: names, or a mapping of names to aliases, links, ipv4_address …",
    ),
    any("host_config", "settings below HostConfig as the API has them"),
    flag("detach", "whether it is made without a standard output of its own"),
    any(
        "skip_translate",
        "arguments that are written as the API has them: names with commas between, or True for all",
    ),
    flag("ignore_collisions", "taken for compatibility"),
    flag("validate_ip_addrs", "whether addresses are checked before anything is done; True if left out"),
    any("client_timeout", "taken for compatibility"),
];

const RUNNING_ALONE: &[Argument] = &[
    flag("force", "whether it is replaced though nothing differs"),
    word(
        "watch_action",
        "what happens when a watched state changes: force to replace it, or the signal that is sent to it",
    ),
    flag("start", "whether one that does not run is started; True if left out. A new one is always started"),
    Argument::optional("shutdown_timeout", Shape::Integer, "seconds until one that is replaced is killed"),
];

/// Several tables as one.
const fn joined<const COUNT: usize>(tables: &[&[Argument]]) -> [Argument; COUNT] {
    let mut all = [NAME; COUNT];
    let (mut to, mut table) = (0, 0);
    while table < tables.len() {
        let mut from = 0;
        while from < tables[table].len() {
            all[to] = tables[table][from];
            to += 1;
            from += 1;
        }
        table += 1;
    }
    let mut row = 0;
    while row < SETTINGS.len() {
        all[to] = SETTINGS[row].argument;
        to += 1;
        row += 1;
    }
    all
}

const RUNNING: &[Argument] =
    &joined::<{ OWN.len() + RUNNING_ALONE.len() + SETTINGS.len() }>(&[OWN, RUNNING_ALONE]);

/// The functions of `docker_container`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        verb: "running",
        ..Function::present(
            &["docker_container.running", "moby_container.running"],
            RUNNING,
            "Has a Docker engine run a container. One that differs from what is declared, or from the image, is replaced.",
        )
    }
    .does(BY_ENGINE),
    Function::other(
        "stopped",
        &["docker_container.stopped", "moby_container.stopped"],
        &[
            NAME,
            Argument::optional("containers", Shape::Texts, "the names of several"),
            Argument::optional("shutdown_timeout", Shape::Integer, "seconds until one is killed"),
            flag("unpause", "whether one that is paused is stopped, too"),
            flag("error_on_absent", "whether it is an error that one is not there; True if left out"),
        ],
        "Has containers not run.",
    )
    .does(BY_ENGINE),
    Function::absent(
        &["docker_container.absent", "moby_container.absent"],
        &[NAME, flag("force", "whether one that runs is killed")],
        "Has a Docker engine not hold a container.",
    )
    .does(BY_ENGINE),
];
