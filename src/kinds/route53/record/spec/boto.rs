//! The arguments of `boto_route53.present` and `absent`.

use super::value::{self, Written};
use super::{Spec, check_in_zone, only_one, wait, zone};
use crate::names::qualified;
use crate::record::set::Routing;
use crate::record::values;
use model::{Argument, Fields, Problem, Problems, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the record's name, in full");
const ZONE: Argument = Argument::required("zone", Shape::Text, "the name of the hosted zone");
const TYPE: Argument = Argument::required("record_type", Shape::Text, "A, CNAME, TXT …");
const IDENTIFIER: Argument = Argument::optional(
    "identifier",
    Shape::Texts,
    "for weighted or latency routing: an id with a weight (number) or a region, as [web-1, 10]",
);
const WAIT: Argument = Argument::optional(
    "wait_for_sync",
    Shape::Either(&[Shape::Boolean, Shape::Integer]),
    "wait until all name servers have the change: true (600 s), false, or seconds (default: true)",
);
const SPLIT: Argument = Argument::optional(
    "split_dns",
    Shape::Boolean,
    "choose by 'private_zone' among zones with the same name",
);
const PRIVATE: Argument =
    Argument::optional("private_zone", Shape::Boolean, "with 'split_dns': the private zone (default: false)");

pub(super) const PRESENT: &[Argument] = &[
    NAME,
    Argument::required(
        "value",
        Shape::Texts,
        "the value or values; elb:<name>, elbv2:<name>, private:<instance>, public:<instance>, eni-private:<interface> and eni-public:<interface> mean the DNS name or address of these",
    ),
    ZONE,
    TYPE,
    Argument::optional("ttl", Shape::Integer, "seconds (default for a new record: 60)"),
    IDENTIFIER,
    WAIT,
    SPLIT,
    PRIVATE,
];

pub(super) const ABSENT: &[Argument] = &[NAME, ZONE, TYPE, IDENTIFIER, WAIT, SPLIT, PRIVATE];

pub(super) fn read(present: bool, fields: &Fields, problems: &mut Problems) -> Spec {
    let kind = fields.required_text("record_type").to_ascii_uppercase();
    let (identifier, routing) = routing(present, fields, problems);
    let splits = fields.boolean("split_dns").unwrap_or(false);
    let privacy = splits.then(|| fields.boolean("private_zone").unwrap_or(false));
    let spec = Spec {
        name: qualified(&fields.required_text("name")),
        present,
        values: if present { Some(written(fields, &kind, problems)) } else { None },
        kind,
        zone: zone(&fields.required_text("zone"), privacy),
        ttl: if present { fields.integer("ttl") } else { None },
        identifier,
        routing,
        wait: wait(fields),
        ..Spec::default()
    };
    if fields.has("name") && fields.has("zone") {
        check_in_zone(&spec, fields, "name", problems);
    }
    spec
}

fn written(fields: &Fields, kind: &str, problems: &mut Problems) -> Vec<Written> {
    let texts = fields.texts("value").unwrap_or_default();
    let split = |text: String| if values::is_list(kind) { values::split(&text) } else { vec![text] };
    let texts: Vec<String> = texts.into_iter().flat_map(split).collect();
    if texts.is_empty() && fields.has("value") {
        problems.push(
            Problem::at(fields.place_of("value"), "a record has at least one value")
                .hint("to remove the record, use boto_route53.absent"),
        );
    }
    texts.iter().filter_map(|text| value::read(text, kind, fields.place_of("value"), problems)).collect()
}

fn routing(present: bool, fields: &Fields, problems: &mut Problems) -> (Option<String>, Option<Routing>) {
    let Some(parts) = fields.texts("identifier").filter(|parts| !parts.is_empty()) else {
        return (None, None);
    };
    match parts.as_slice() {
        [id] if !present => (Some(id.clone()), None),
        [id, how] => {
            let routing = how.parse().map_or_else(|_| Routing::Latency(how.clone()), Routing::Weighted);
            (Some(id.clone()), only_one(vec![routing], fields, "identifier", problems))
        }
        _ => {
            let message = "'identifier' is an id and a weight or region";
            let problem = Problem::at(fields.place_of("identifier"), message);
            problems.push(problem.hint("write [web-1, 10] or [web-1, us-east-1]"));
            (None, None)
        }
    }
}
