//! What an SLS may say below `nftables.*`.

use crate::model::argument::Literal;
use crate::model::effect::BY_PROGRAMS;
use crate::model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const NAME: Argument = word("name", "a name of the state's own; the ID if left out");
const FAMILY: Argument = Argument::optional(
    "family",
    Shape::Word(&["ipv4", "ip", "ipv6", "ip6", "inet", "arp", "bridge", "netdev"]),
    "whose packets; ipv4 if left out",
)
.or(Literal::Text("ipv4"));
const TABLE: Argument = word("table", "the table; filter if left out").or(Literal::Text("filter"));
const CHAIN: Argument = Argument::required("chain", Shape::Text, "the chain");
const SAVE: Argument = Argument::optional("save", Shape::Boolean, "whether all rules are kept in a file");
const SAVE_FILENAME: Argument = word(
    "save_filename",
    "that file; /etc/nftables, or salt-all-in-one.nft in it where it is a directory, if left out",
);

/// The options of a rule, and more.
macro_rules! rule {
    ($($own:expr),* $(,)?) => {
        &[
            NAME,
            FAMILY,
            TABLE,
            CHAIN,
            $($own,)*
            word("if", "the interface that a packet comes from"),
            word("of", "the interface that it goes to"),
            word("proto", "its protocol: tcp, udp"),
            Argument::optional("connstate", Shape::Texts, "states of its connection: new, established, related"),
            Argument::optional("icmp-type", Shape::Texts, "kinds of ICMP messages"),
            Argument::optional("icmpv6-type", Shape::Texts, "kinds of ICMPv6 messages"),
            Argument::optional("pkttype", Shape::Texts, "unicast, broadcast, multicast"),
            Argument::optional("counter", Shape::Any, "whether packets are counted"),
            word("saddr", "where it comes from").alias(&["source"]),
            word("daddr", "where it goes to").alias(&["destination"]),
            word("dport", "the port that it goes to, or a range: 80, 1000:2000"),
            word("sport", "the port that it comes from"),
            Argument::optional("dports", Shape::Texts, "ports that it goes to"),
            Argument::optional("sports", Shape::Texts, "ports that it comes from"),
            word("match", "taken for compatibility"),
            word("jump", "accept, drop, reject, or a chain").alias(&["target", "j"]),
            word("redirect-to", "the port that it is redirected to").alias(&["to-port"]),
            word("to-ports", "ports of redirect or masquerade"),
            word("to-source", "the address of snat"),
            word("to-destination", "the address of dnat"),
            word("reject-with", "how it is rejected: icmp type port-unreachable"),
            SAVE,
            SAVE_FILENAME,
        ]
    };
}

/// The functions of `nftables`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        "table_present",
        &["nftables.table_present"],
        &[word("name", "the table; the ID if left out"), FAMILY],
        "Has a table.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "table_absent",
        &["nftables.table_absent"],
        &[word("name", "the table; the ID if left out"), FAMILY],
        "Has no such table, nor what is in it.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "chain_present",
        &["nftables.chain_present"],
        &[
            word("name", "the chain; the ID if left out"),
            TABLE,
            word("table_type", "of a base chain: filter, nat, route"),
            word("hook", "of a base chain: input, forward, output, prerouting, postrouting"),
            word("priority", "of a base chain: 0"),
            FAMILY,
        ],
        "Has a chain.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "chain_absent",
        &["nftables.chain_absent"],
        &[word("name", "the chain; the ID if left out"), TABLE, FAMILY],
        "Has no such chain, nor its rules.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "append",
        &["nftables.append"],
        rule![],
        "Has a chain hold a rule; a new one comes last.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "insert",
        &["nftables.insert"],
        rule![word("position", "the handle of the rule before which a new one comes; the first if left out")],
        "Has a chain hold a rule; a new one comes first, or before another.",
    )
    .does(BY_PROGRAMS),
    Function::other("delete", &["nftables.delete"], rule![], "Has a chain not hold a rule.")
        .does(BY_PROGRAMS),
    Function::other(
        "set_policy",
        &["nftables.set_policy"],
        &[
            NAME,
            FAMILY,
            TABLE,
            CHAIN,
            Argument::required("policy", Shape::Text, "accept or drop"),
            SAVE,
            SAVE_FILENAME,
        ],
        "Has a base chain decide so about packets that no rule decides about.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "flush",
        &["nftables.flush"],
        &[
            NAME,
            FAMILY,
            TABLE,
            word("chain", "the chain; all of the table if left out"),
            Argument::optional(
                "ignore_absence",
                Shape::Boolean,
                "whether a table or chain that is missing is no failure",
            ),
        ],
        "Has a chain, or all of a table, hold no rule.",
    )
    .does(BY_PROGRAMS),
];
