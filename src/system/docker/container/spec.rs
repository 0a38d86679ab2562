//! The arguments of `docker_container`.

use super::super::spec::{BY_ENGINE, NAME, any, flag, word};
use super::table::SETTINGS;
use model::argument::arguments;
use model::{Argument, Function, Shape};

/// The arguments that are not settings of the container.
const OWN: &[Argument] = &[
    NAME,
    word("image", "the image: a name or an ID; it is pulled if the engine does not have it"),
    any("networks", "all its networks: names, or a mapping of names to aliases, links, ipv4_address …"),
    any("host_config", "settings below HostConfig as the API has them"),
    flag("detach", "whether it is created detached from standard output"),
    any("skip_translate", "arguments in the form of the API: names separated by commas, or True for all"),
    flag("ignore_collisions", "taken for compatibility"),
    flag("validate_ip_addrs", "whether addresses are checked before anything is done; True if left out"),
    any("client_timeout", "taken for compatibility"),
];

const RUNNING_ALONE: &[Argument] = &[
    flag("force", "whether it is replaced even if nothing differs"),
    word(
        "watch_action",
        "the reaction to a change of a watched state: force replaces it; any other word is a signal to send",
    ),
    flag("start", "whether a stopped one is started; True if left out. A new one is always started"),
    Argument::optional(
        "shutdown_timeout",
        Shape::Integer,
        "seconds to stop before a replaced container is killed",
    ),
];

/// The arguments of the settings.
const OF_SETTINGS: [Argument; SETTINGS.len()] = {
    let mut all = [NAME; SETTINGS.len()];
    let mut row = 0;
    while row < SETTINGS.len() {
        all[row] = SETTINGS[row].argument;
        row += 1;
    }
    all
};

const RUNNING: &[Argument] = arguments!(OWN, RUNNING_ALONE, &OF_SETTINGS);

/// The functions of `docker_container`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        verb: "running",
        ..Function::present(
            &["docker_container.running", "moby_container.running"],
            RUNNING,
            "Runs a container in a Docker engine. A container that differs from the declaration, or from the image, is replaced.",
        )
    }
    .does(BY_ENGINE),
    Function::other(
        "stopped",
        &["docker_container.stopped", "moby_container.stopped"],
        &[
            NAME,
            Argument::optional("containers", Shape::Texts, "the names of several"),
            Argument::optional("shutdown_timeout", Shape::Integer, "seconds to stop before a container is killed"),
            flag("unpause", "whether a paused container is stopped too"),
            flag("error_on_absent", "whether a missing container is an error; True if left out"),
        ],
        "Stops containers.",
    )
    .does(BY_ENGINE),
    Function::absent(
        &["docker_container.absent", "moby_container.absent"],
        &[NAME, flag("force", "whether a running container is killed")],
        "Removes a container from a Docker engine.",
    )
    .does(BY_ENGINE),
];
