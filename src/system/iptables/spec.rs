//! What an SLS may say below `iptables.*`.

use crate::model::argument::Literal;
use crate::model::effect::BY_PROGRAMS;
use crate::model::{Argument, Function, Shape};

const NAME: Argument =
    Argument::optional("name", Shape::Text, "a name of the state's own; the ID if left out");
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
    "True to keep all rules in the file that the system reads at its start, or the path of a file",
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
        "the number of a rule, which goes at each run, in place of its options",
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
        "what becomes of packets that no rule decides about: ACCEPT or DROP",
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
        "Has a chain hold a rule; a new one comes last.\n\nAll other arguments are options of iptables, without their dashes: \
         `dport: 22`, `jump: ACCEPT`.",
    )
    .does(BY_PROGRAMS)
    .open(),
    Function::other(
        "insert",
        &["iptables.insert"],
        INSERT,
        "Has a chain hold a rule; a new one comes at a position.\n\nAll other arguments are options of iptables, without their dashes.",
    )
    .does(BY_PROGRAMS)
    .open(),
    Function::other(
        "delete",
        &["iptables.delete"],
        DELETE,
        "Has a chain not hold a rule.\n\nAll other arguments are options of iptables, without their dashes.",
    )
    .does(BY_PROGRAMS)
    .open(),
    Function::other(
        "set_policy",
        &["iptables.set_policy"],
        POLICY,
        "Has a chain decide so about packets that no rule decides about.",
    )
    .does(BY_PROGRAMS),
    Function::other("flush", &["iptables.flush"], FLUSH, "Has a chain, or all of a table, hold no rule.")
        .does(BY_PROGRAMS),
    Function::other("chain_present", &["iptables.chain_present"], &[CHAIN_NAME, TABLE, FAMILY], "Has a chain.")
        .does(BY_PROGRAMS),
    Function::other(
        "chain_absent",
        &["iptables.chain_absent"],
        &[CHAIN_NAME, TABLE, FAMILY],
        "Has no such chain, nor its rules.",
    )
    .does(BY_PROGRAMS),
];
