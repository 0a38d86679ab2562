//! The arguments of `firewalld`.

use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "its name; the ID if left out");

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const fn list(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Texts, doc)
}

const PRUNE: &str = "whether others are removed; False if left out";

const ZONE: &[Argument] = &[
    NAME,
    list("block_icmp", "types of ICMP that are blocked"),
    flag("prune_block_icmp", PRUNE),
    flag("default", "True makes it the default zone"),
    flag("masquerade", "whether forwarded packets get this machine's address"),
    list("ports", "ports that are open: 80/tcp, 8000-8100/tcp"),
    flag("prune_ports", PRUNE),
    list("port_fwd", "ports that are forwarded: port:to:protocol, or port:to:protocol:address"),
    flag("prune_port_fwd", PRUNE),
    list("services", "services that are open"),
    flag("prune_services", PRUNE),
    list("interfaces", "interfaces that it is for"),
    flag("prune_interfaces", PRUNE),
    list("sources", "addresses that it is for"),
    flag("prune_sources", PRUNE),
    list("rich_rules", "rules in the rich language"),
    flag("prune_rich_rules", PRUNE),
];

const SERVICE: &[Argument] =
    &[NAME, list("ports", "all its ports: 80/tcp"), list("protocols", "all its protocols")];

/// The functions of `firewalld`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(&["firewalld.present"], ZONE, "Sets a zone of firewalld.").does(BY_PROGRAMS),
    Function::other("service", &["firewalld.service"], SERVICE, "Defines a service of firewalld.")
        .does(BY_PROGRAMS),
];
