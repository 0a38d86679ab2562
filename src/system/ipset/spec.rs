//! What an SLS may say below `ipset`.

use crate::model::argument::Literal;
use crate::model::effect::BY_PROGRAMS;
use crate::model::{Argument, Function, Shape};

const SET: Argument = Argument::optional("name", Shape::Text, "the set; the ID if left out");
const NAME: Argument =
    Argument::optional("name", Shape::Text, "a name of the state's own; the ID if left out");
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
    Argument::required("set_type", Shape::Text, "what it is of: hash:ip, hash:net, bitmap:port, list:set"),
    FAMILY,
    word("range", "from where to where, for a bitmap"),
    word("netmask", "how many bits of an address count"),
    word("markmask", "which bits of a mark count"),
    number("hashsize", "how large its table is at first"),
    number("maxelem", "how many elements it has at most"),
    number("size", "how many sets a list has at most"),
    number("timeout", "after how many seconds an entry goes; 0 is never"),
    flag("counters", "whether packets are counted"),
    flag("comment", "whether entries have comments"),
    flag("skbinfo", "whether entries have marks, priorities and queues"),
];

/// What an entry is declared with.
macro_rules! entry {
    ($($own:expr),* $(,)?) => {
        &[
            NAME,
            Argument::required(
                "entry",
                Shape::Texts,
                "one or several: an element, and options behind a space",
            ),
            $($own,)*
            FAMILY,
            Argument::required("set_name", Shape::Text, "the set"),
            number("timeout", "after how many seconds it goes"),
            word("comment", "its comment"),
            number("packets", "how many packets are counted at first"),
            number("bytes", "how many bytes are counted at first"),
            word("skbmark", "the mark of packets"),
            word("skbprio", "the priority of packets"),
            number("skbqueue", "the queue of packets"),
            flag("nomatch", "whether it is an exception"),
        ]
    };
}

/// The functions of `ipset`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::other("set_present", &["ipset.set_present"], SET_PRESENT, "Has a set.").does(BY_PROGRAMS),
    Function::other("set_absent", &["ipset.set_absent"], &[SET, FAMILY], "Has no such set, nor its entries.")
        .does(BY_PROGRAMS),
    Function::other("present", &["ipset.present"], entry![], "Has a set hold entries.").does(BY_PROGRAMS),
    Function::other(
        "absent",
        &["ipset.absent"],
        entry![Argument::optional("entries", Shape::Texts, "more of them")],
        "Has a set not hold entries.",
    )
    .does(BY_PROGRAMS),
    Function::other("flush", &["ipset.flush"], &[SET, FAMILY], "Has a set hold no entry.").does(BY_PROGRAMS),
];
