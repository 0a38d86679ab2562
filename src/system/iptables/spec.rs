//! The arguments of `iptables.*`.

use model::argument::Literal;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the name of the state; the ID if left out");
const CHAIN_NAME: Argument = Argument::optional("name", Shape::Text, "the chain; the ID if left out");
const CHAIN: Argument = Argument::required("chain", Shape::Text, "the chain");
const TABLE: Argument =
    Argument::optional("table", Shape::Text, "the table; filter if left out").or(Literal::Text("filter"));
const FAMILY: Argument =
    Argument::optional("family", Shape::Word(&["ipv4", "ipv6"]), "ipv4 or ipv6; ipv4 if left out")
        .or(Literal::Text("ipv4"));
const SAVE: Argument = Argument::optional(
    "save",
    Shape::Either(&[Shape::Boolean, Shape::Text]),
    "True to save all rules in the file that the system reads at its start, or the path of a file",
);

const APPEND: &[Argument] = &[NAME, TABLE, FAMILY, CHAIN, SAVE];
const INSERT: &[Argument] = &[
    NAME,
    TABLE,
    FAMILY,
    CHAIN,
    Argument::required(
        "position",
        Shape::Integer,
        "the number of the rule in its chain; a negative one counts from the end",
    ),
    SAVE,
];
const DELETE: &[Argument] = &[
    NAME,
    TABLE,
    FAMILY,
    CHAIN,
    Argument::optional(
        "position",
        Shape::Integer,
        "the number of a rule to delete at each run, instead of its options",
    ),
    SAVE,
];
const POLICY: &[Argument] = &[
    NAME,
    TABLE,
    FAMILY,
    CHAIN,
    Argument::required(
        "policy",
        Shape::Text,
        "the decision about packets that no rule decides about: ACCEPT or DROP",
    ),
    SAVE,
];
const FLUSH: &[Argument] = &[
    NAME,
    TABLE,
    FAMILY,
    Argument::optional("chain", Shape::Text, "the chain; all of the table if left out"),
];

/// The functions of `iptables`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        "append",
        &["iptables.append"],
        APPEND,
        "Adds a rule at the end of a chain if it is missing.\n\nAll other arguments are options of iptables, without their dashes: \
         `dport: 22`, `jump: ACCEPT`.",
    )
    .does(BY_PROGRAMS)
    .open(),
    Function::other(
        "insert",
        &["iptables.insert"],
        INSERT,
        "Adds a rule at a position of a chain if it is missing.\n\nAll other arguments are options of iptables, without their dashes.",
    )
    .does(BY_PROGRAMS)
    .open(),
    Function::other(
        "delete",
        &["iptables.delete"],
        DELETE,
        "Deletes a rule of a chain.\n\nAll other arguments are options of iptables, without their dashes.",
    )
    .does(BY_PROGRAMS)
    .open(),
    Function::other(
        "set_policy",
        &["iptables.set_policy"],
        POLICY,
        "Sets the policy of a chain: the decision about packets that no rule decides about.",
    )
    .does(BY_PROGRAMS),
    Function::other("flush", &["iptables.flush"], FLUSH, "Deletes all rules of a chain, or of a table.")
        .does(BY_PROGRAMS),
    Function::other("chain_present", &["iptables.chain_present"], &[CHAIN_NAME, TABLE, FAMILY], "Creates a chain.")
        .does(BY_PROGRAMS),
    Function::other(
        "chain_absent",
        &["iptables.chain_absent"],
        &[CHAIN_NAME, TABLE, FAMILY],
        "Deletes a chain with its rules.",
    )
    .does(BY_PROGRAMS),
];
