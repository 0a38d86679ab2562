//! The arguments of `ipset`.

use model::argument::Literal;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const SET: Argument = Argument::optional("name", Shape::Text, "the set; the ID if left out");
const NAME: Argument = Argument::optional("name", Shape::Text, "the name of the state; the ID if left out");
const FAMILY: Argument = Argument::optional(
    "family",
    Shape::Word(&["ipv4", "ip4", "ipv6", "ip6"]),
    "ipv4 or ipv6; ipv4 if left out",
)
.or(Literal::Text("ipv4"));

const fn number(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Integer, doc)
}

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const SET_PRESENT: &[Argument] = &[
    SET,
    Argument::required("set_type", Shape::Text, "its type: hash:ip, hash:net, bitmap:port, list:set"),
    FAMILY,
    word("range", "the first and the last element, for a bitmap"),
    word("netmask", "how many bits of an address count"),
    word("markmask", "which bits of a mark count"),
    number("hashsize", "the first size of its table"),
    number("maxelem", "the largest number of elements"),
    number("size", "the largest number of sets in a list"),
    number("timeout", "after how many seconds an entry expires; 0 is never"),
    flag("counters", "whether packets are counted"),
    flag("comment", "whether entries have comments"),
    flag("skbinfo", "whether entries have marks, priorities and queues"),
];

/// The arguments that declare an entry.
macro_rules! entry {
    ($($own:expr),* $(,)?) => {
        &[
            NAME,
            Argument::required(
                "entry",
                Shape::Texts,
                "one or several: an element, and options after a space",
            ),
            $($own,)*
            FAMILY,
            Argument::required("set_name", Shape::Text, "the set"),
            number("timeout", "after how many seconds it expires"),
            word("comment", "its comment"),
            number("packets", "the first value of the counter of packets"),
            number("bytes", "the first value of the counter of bytes"),
            word("skbmark", "the mark of packets"),
            word("skbprio", "the priority of packets"),
            number("skbqueue", "the queue of packets"),
            flag("nomatch", "whether it is an exception"),
        ]
    };
}

/// The functions of `ipset`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other("set_present", &["ipset.set_present"], SET_PRESENT, "Creates a set.").does(BY_PROGRAMS),
    Function::other("set_absent", &["ipset.set_absent"], &[SET, FAMILY], "Removes a set with its entries.")
        .does(BY_PROGRAMS),
    Function::other("present", &["ipset.present"], entry![], "Adds entries to a set.").does(BY_PROGRAMS),
    Function::other(
        "absent",
        &["ipset.absent"],
        entry![Argument::optional("entries", Shape::Texts, "more of them")],
        "Removes entries from a set.",
    )
    .does(BY_PROGRAMS),
    Function::other("flush", &["ipset.flush"], &[SET, FAMILY], "Removes all entries of a set.")
        .does(BY_PROGRAMS),
];
