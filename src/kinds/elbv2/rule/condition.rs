//! Conditions of a rule.

use std::collections::BTreeSet;

use model::{Argument, Fields, Node, Problem, Problems, Shape, Value};

const FIELDS: Shape = Shape::Word(&[
    "host-header",
    "http-header",
    "http-request-method",
    "path-pattern",
    "query-string",
    "source-ip",
]);
const VALUES: Argument = Argument::optional("values", Shape::Texts, "any of these").alias(&["Values"]);
const TEXTS: Shape = Shape::Either(&[Shape::Texts, Shape::Record(&[VALUES])]);
const HEADER: &[Argument] = &[
    Argument::required("name", Shape::Text, "the header").alias(&["http_header_name", "HttpHeaderName"]),
    VALUES,
];
const PAIR: &[Argument] = &[
    Argument::optional("key", Shape::Text, "the parameter; any if left out").alias(&["Key"]),
    Argument::required("value", Shape::Text, "its value").alias(&["Value"]),
];
const PAIRS: Shape = Shape::Records(PAIR);
const PAIRS_OF_AWS: &[Argument] = &[Argument::optional("Values", PAIRS, "any of these")];

/// The arguments of a condition.
pub const CONDITIONS: &[Argument] = &[
    Argument::optional("field", FIELDS, "the field to compare; follows from the other keys")
        .alias(&["Field"]),
    VALUES,
    Argument::optional("host_header", TEXTS, "names of hosts: '*.example.com'").alias(&["HostHeaderConfig"]),
    Argument::optional("path_pattern", TEXTS, "paths: '/img/*'").alias(&["PathPatternConfig"]),
    Argument::optional("http_request_method", TEXTS, "methods: GET").alias(&["HttpRequestMethodConfig"]),
    Argument::optional("source_ip", TEXTS, "ranges of addresses").alias(&["SourceIpConfig"]),
    Argument::optional("http_header", Shape::Record(HEADER), "a header and its values")
        .alias(&["HttpHeaderConfig"]),
    Argument::optional(
        "query_string",
        Shape::Either(&[PAIRS, Shape::Record(PAIRS_OF_AWS), Shape::Table(&Shape::Text)]),
        "parameters and their values",
    )
    .alias(&["QueryStringConfig"]),
];

/// The parameter of a query, if it is about one, and a value.
pub type Pair = (Option<String>, String);

/// A condition: any of its values.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Condition {
    /// The field that it compares: `host-header`.
    pub field: String,
    /// The header, of `http-header`.
    pub header: Option<String>,
    /// Parameters of a query with their values; other values have no key.
    pub values: Vec<Pair>,
}

/// The conditions of an argument; none if it was left out.
pub fn read(fields: &Fields, name: &str, problems: &mut Problems) -> Option<Vec<Condition>> {
    let records = fields.records(name)?;
    Some(records.iter().filter_map(|record| condition(record, problems)).collect())
}

/// The key instead of `field`, for AWS's form.
const KEYS: &[(&str, &str)] = &[
    ("host-header", "host_header"),
    ("path-pattern", "path_pattern"),
    ("http-request-method", "http_request_method"),
    ("source-ip", "source_ip"),
    ("http-header", "http_header"),
    ("query-string", "query_string"),
];

fn condition(record: &Fields, problems: &mut Problems) -> Option<Condition> {
    let given: Vec<_> = KEYS.iter().filter(|(_, key)| record.has(key)).collect();
    let field = record.text("field");
    let found = match (given.as_slice(), field) {
        ([(of, key)], field) if field.as_deref().is_none_or(|field| field == *of) => {
            Condition { field: (*of).to_owned(), ..under(record, key) }
        }
        ([], Some(field)) => Condition { field, header: None, values: texts(record, "values") },
        _ => {
            let keys: Vec<&str> = KEYS.iter().map(|(_, key)| *key).collect();
            let problem = Problem::at(record.place(), "a condition compares exactly one field");
            problems.push(problem.hint(format!("write one of {}", keys.join(", "))));
            return None;
        }
    };
    if found.values.is_empty() {
        problems.push(Problem::at(record.place(), format!("the condition on {} has no values", found.field)));
    }
    Some(found)
}

/// The value of a key.
fn under(record: &Fields, key: &str) -> Condition {
    let plain = |values| Condition { values, ..Condition::default() };
    match key {
        "http_header" => {
            let header = record.record(key);
            let name = header.as_ref().map(|header| header.required_text("name"));
            let values = header.map(|header| texts(&header, "values")).unwrap_or_default();
            Condition { header: name, ..plain(values) }
        }
        "query_string" => plain(pairs(record, key)),
        _ if record.node(key).is_some_and(|node| node.as_map().is_some()) => {
            plain(record.record(key).map(|config| texts(&config, "values")).unwrap_or_default())
        }
        _ => plain(texts(record, key)),
    }
}

fn texts(record: &Fields, name: &str) -> Vec<Pair> {
    record.texts(name).unwrap_or_default().into_iter().map(|text| (None, text)).collect()
}

/// A list of pairs, the same under `Values`, or a mapping.
fn pairs(record: &Fields, name: &str) -> Vec<Pair> {
    let pair = |pair: Fields| (pair.text("key"), pair.required_text("value"));
    let Some(map) = record.node(name).and_then(Node::as_map) else {
        return record.records(name).unwrap_or_default().into_iter().map(pair).collect();
    };
    if map.contains_key("Values") {
        let config = record.record(name).and_then(|config| config.records("Values"));
        return config.unwrap_or_default().into_iter().map(pair).collect();
    }
    let table = record.text_table(name).unwrap_or_default();
    table.into_iter().map(|(key, value)| (Some(key), value)).collect()
}

impl Condition {
    /// Its values in canonical form: a set, in lower case if case does not matter.
    fn canonical(&self) -> (String, Option<String>, BTreeSet<Pair>) {
        let small = matches!(self.field.as_str(), "host-header" | "query-string");
        let form = |text: &String| if small { text.to_lowercase() } else { text.clone() };
        let values = self.values.iter().map(|(key, value)| (key.as_ref().map(form), form(value)));
        (self.field.clone(), self.header.as_ref().map(|header| header.to_lowercase()), values.collect())
    }

    fn shown(&self) -> Value {
        let value = |(key, value): &Pair| match key {
            Some(key) => format!("{key}={value}"),
            None => value.clone(),
        };
        let values: Vec<Value> = self.values.iter().map(|pair| Value::from(value(pair))).collect();
        let header = self.header.as_deref().map(|header| ("header", Value::from(header)));
        let first = [("field", Value::from(self.field.as_str()))].into_iter();
        first.chain(header).chain([("values", Value::List(values))]).collect()
    }
}

/// True if both select the same requests.
pub fn are_alike(one: &[Condition], other: &[Condition]) -> bool {
    let all = |conditions: &[Condition]| conditions.iter().map(Condition::canonical).collect::<BTreeSet<_>>();
    all(one) == all(other)
}

/// The conditions as changes show them.
pub fn shown(conditions: &[Condition]) -> Value {
    let mut sorted = conditions.to_vec();
    sorted.sort();
    Value::List(sorted.iter().map(Condition::shown).collect())
}
