//! The A records that an interface's declaration implies.

use indexmap::IndexMap;

use kind::ImpliedState;
use model::{Argument, Fields, Shape, Value};

/// The keys of one record.
pub(super) const RECORD: &[Argument] = &[
    Argument::required("name", Shape::Text, "the name of the record"),
    Argument::required("zone", Shape::Text, "the zone it is in"),
    Argument::optional("public", Shape::Boolean, "the public address instead of the private one")
        .alias(&["Public"]),
    Argument::optional("ttl", Shape::Any, "seconds for which resolvers may cache it"),
    Argument::optional("identifier", Shape::Any, "the id that distinguishes weighted records"),
    Argument::optional("split_dns", Shape::Boolean, "there is a private and a public zone of this name"),
    Argument::optional("private_zone", Shape::Boolean, "use the private zone"),
    Argument::optional("wait_for_sync", Shape::Boolean, "wait until all name servers have the change"),
    Argument::optional(
        "provider",
        Shape::Text,
        "accepted as in Salt, without effect: records are always in Route 53",
    ),
    Argument::optional("profile", Shape::Any, "another profile than the interface's"),
    Argument::optional("region", Shape::Text, "another region than the interface's"),
    Argument::optional("keyid", Shape::Text, "another access key than the interface's"),
    Argument::optional("key", Shape::Text, "the secret of that key"),
];

pub(super) fn read(interface: &str, fields: &Fields) -> Vec<ImpliedState> {
    let record = |record: Fields| {
        let passed = RECORD.iter().filter(|argument| !matches!(argument.name, "provider" | "public"));
        let mut arguments: IndexMap<String, Value> =
            passed.filter_map(|it| Some((it.name.to_owned(), record.value(it.name)?))).collect();
        let which = if record.boolean("public") == Some(true) { "eni-public" } else { "eni-private" };
        arguments.insert("record_type".to_owned(), "A".into());
        arguments.insert("value".to_owned(), format!("{which}:{interface}").into());
        ImpliedState { function: "boto_route53.present", arguments }
    };
    fields.records("arecords").unwrap_or_default().into_iter().map(record).collect()
}
