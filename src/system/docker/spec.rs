//! The arguments of `docker_…`.

use model::{Argument, Effect, Function, Shape};

pub(super) const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

pub(super) const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

pub(super) const fn any(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Any, doc)
}

/// The effects of these states: the engine may be on another host, and uses registries.
pub(super) const BY_ENGINE: &[Effect] = &[Effect::ReadsMachine, Effect::ChangesMachine, Effect::AsksHosts];

pub(super) const NAME: Argument = word("name", "its name; the ID if left out");

const VOLUME_PRESENT: &[Argument] = &[
    NAME,
    word("driver", "its driver; the engine's own if left out"),
    any("driver_opts", "options of the driver: a mapping, or key=value"),
    flag(
        "force",
        "whether a volume with another driver or other options is removed with its contents and created again",
    ),
];

/// The functions of `docker_volume`.
pub(super) const VOLUME: &[Function] = &[
    Function::present(&["docker_volume.present"], VOLUME_PRESENT, "Creates a volume in a Docker engine.")
        .does(BY_ENGINE),
    Function::absent(
        &["docker_volume.absent"],
        &[NAME, word("driver", "taken for compatibility")],
        "Removes a volume from a Docker engine.",
    )
    .does(BY_ENGINE),
];

const NETWORK_PRESENT: &[Argument] = &[
    NAME,
    any("containers", "the containers that are connected to it: a list, or names separated by commas"),
    flag(
        "reconnect",
        "whether containers are connected again when the network is replaced; True if left out",
    ),
    word("driver", "its driver: bridge, macvlan, overlay …"),
    any("driver_opts", "options of the driver: a mapping, or key=value").alias(&["driver_opt", "options"]),
    flag("check_duplicate", "whether the engine refuses a second network with this name; True if left out"),
    flag("internal", "whether it has no access to other networks"),
    any("labels", "labels: a mapping, key=value, or keys alone"),
    flag("enable_ipv6", "whether it has IPv6").alias(&["ipv6"]),
    flag("attachable", "whether containers may join a network of a swarm"),
    word("scope", "local, global or swarm"),
    flag("ingress", "whether it is the routing mesh of a swarm"),
    any("ipam", "the management of addresses in the form of the API, instead of the arguments below"),
    word("ipam_driver", "the driver of addresses"),
    any("ipam_opts", "options of the driver of addresses"),
    any("ipam_pools", "several pools: a list of subnet, iprange, gateway, aux_addresses"),
    word("subnet", "the addresses: 10.0.20.0/24"),
    word("iprange", "the part of the subnet from which containers get addresses").alias(&["ip_range"]),
    word("gateway", "the address of the gateway"),
    any("aux_addresses", "addresses that are reserved: a mapping, or host=address").alias(&["aux_address"]),
    any("skip_translate", "taken for compatibility"),
    flag("ignore_collisions", "taken for compatibility"),
    flag("validate_ip_addrs", "whether addresses are checked before anything is done; True if left out"),
];

/// The functions of `docker_network`.
pub(super) const NETWORK: &[Function] = &[
    Function::present(&["docker_network.present"], NETWORK_PRESENT, "Creates a network in a Docker engine.")
        .does(BY_ENGINE),
    Function::absent(
        &["docker_network.absent"],
        &[NAME],
        "Removes a network from a Docker engine. Its containers are disconnected.",
    )
    .does(BY_ENGINE),
];

const IMAGE_PRESENT: &[Argument] = &[
    word("name", "its name: nginx, registry.example.com:5000/team/app:2; the ID if left out"),
    word("tag", "its tag; latest if neither says one"),
    flag("force", "whether it is pulled again if the registry has another version"),
    any("build", "not supported"),
    any("load", "not supported"),
    any("sls", "not supported"),
    any("dockerfile", "taken for compatibility"),
    any("base", "taken for compatibility"),
    any("saltenv", "taken for compatibility"),
    any("pillarenv", "taken for compatibility"),
    any("pillar", "taken for compatibility"),
    flag("insecure_registry", "taken for compatibility: the engine has its own list"),
    any("client_timeout", "taken for compatibility"),
];

/// The functions of `docker_image`.
pub(super) const IMAGE: &[Function] = &[
    Function::present(
        &["docker_image.present"],
        IMAGE_PRESENT,
        "Pulls an image from a registry into a Docker engine. It is pulled again if a watched state changes.",
    )
    .does(BY_ENGINE),
    Function::absent(
        &["docker_image.absent"],
        &[
            NAME,
            Argument::optional("images", Shape::Texts, "the names of several"),
            flag("force", "whether it is removed even if a container uses it"),
        ],
        "Removes images from a Docker engine.",
    )
    .does(BY_ENGINE),
];
