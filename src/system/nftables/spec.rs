//! The arguments of `nftables.*`.

use model::argument::Literal;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const NAME: Argument = word("name", "the name of the state; the ID if left out");
const FAMILY: Argument = Argument::optional(
    "family",
    Shape::Word(&["ipv4", "ip", "ipv6", "ip6", "inet", "arp", "bridge", "netdev"]),
    "the family of the packets; ipv4 if left out",
)
.or(Literal::Text("ipv4"));
const TABLE: Argument = word("table", "the table; filter if left out").or(Literal::Text("filter"));
const CHAIN: Argument = Argument::required("chain", Shape::Text, "the chain");
const SAVE: Argument = Argument::optional("save", Shape::Boolean, "whether all rules are saved in a file");
const SAVE_FILENAME: Argument = word(
    "save_filename",
    "the file of saved rules; if left out, the file that the service of the distribution reads (/etc/nftables.conf)",
);

/// The arguments of a rule, and more.
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
        "Creates a table.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "table_absent",
        &["nftables.table_absent"],
        &[word("name", "the table; the ID if left out"), FAMILY],
        "Deletes a table with its contents.",
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
        "Creates a chain.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "chain_absent",
        &["nftables.chain_absent"],
        &[word("name", "the chain; the ID if left out"), TABLE, FAMILY],
        "Deletes a chain with its rules.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "append",
        &["nftables.append"],
        rule![],
        "Adds a rule at the end of a chain if it is missing.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "insert",
        &["nftables.insert"],
        rule![word("position", "the handle of the rule before which a new one comes; the first if left out")],
        "Adds a rule at the beginning of a chain, or before another rule, if it is missing.",
    )
    .does(BY_PROGRAMS),
    Function::other("delete", &["nftables.delete"], rule![], "Deletes a rule of a chain.").does(BY_PROGRAMS),
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
        "Sets the policy of a base chain: the decision about packets that no rule decides about.",
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
                "whether a missing table or chain is a success",
            ),
        ],
        "Deletes all rules of a chain, or of a table.",
    )
    .does(BY_PROGRAMS),
];
