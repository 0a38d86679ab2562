//! States that a declared balancer implies: its CNAME records and its alarms. They run after it.

use indexmap::IndexMap;

use crate::ImpliedState;
use model::{Argument, Fields, Key, Map, Minion, Problem, Problems, Shape, Value};

/// A CNAME record.
pub const CNAME: &[Argument] = &[
    Argument::required("name", Shape::Text, "the name of the record"),
    Argument::required("zone", Shape::Text, "the zone it is in"),
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
    Argument::optional("profile", Shape::Any, "another profile than the balancer's"),
    Argument::optional("region", Shape::Text, "another region than the balancer's"),
    Argument::optional("keyid", Shape::Text, "another access key than the balancer's"),
    Argument::optional("key", Shape::Text, "the secret of that key"),
];

/// An alarm.
pub const ALARM: &[Argument] = &[
    Argument::optional(
        "name",
        Shape::Text,
        "the alarm's name; the balancer's name is put before it (default: its label)",
    ),
    Argument::required("attributes", Shape::Table(&Shape::Any), "as in boto_cloudwatch_alarm.present"),
];

/// How the balancers of a service are named.
pub struct Of {
    /// In the value of a record, before its colon.
    pub value: &'static str,
    /// The pillar's key with alarms, unless the author names another.
    pub alarms_from_pillar: &'static str,
    /// The dimension of its metrics, with the value for a name.
    pub dimension: fn(&str) -> (&'static str, String),
    /// True if an alarm may name further dimensions: `TargetGroup`.
    pub adds_dimensions: bool,
}

/// Its records and alarms, including those of the pillar.
pub fn read(
    of: &Of,
    balancer: &str,
    fields: &Fields,
    minion: &Minion,
    problems: &mut Problems,
) -> Vec<ImpliedState> {
    let mut all = cnames(of, balancer, fields);
    all.extend(alarms(of, balancer, fields, minion, problems));
    all
}

fn cnames(of: &Of, balancer: &str, fields: &Fields) -> Vec<ImpliedState> {
    let waits = fields.boolean("wait_for_sync");
    let record = |record: Fields| {
        let mut arguments: IndexMap<String, Value> = CNAME
            .iter()
            .filter(|argument| argument.name != "provider")
            .filter_map(|argument| Some((argument.name.to_owned(), record.value(argument.name)?)))
            .collect();
        arguments.insert("record_type".to_owned(), "CNAME".into());
        arguments.insert("value".to_owned(), format!("{}:{balancer}", of.value).into());
        if let Some(waits) = waits {
            arguments.entry("wait_for_sync".to_owned()).or_insert(waits.into());
        }
        ImpliedState { function: "boto_route53.present", arguments }
    };
    fields.records("cnames").unwrap_or_default().into_iter().map(record).collect()
}

/// The alarms of the pillar, with those of the state merged over them. The pillar itself does not change.
fn alarms(
    of: &Of,
    balancer: &str,
    fields: &Fields,
    minion: &Minion,
    problems: &mut Problems,
) -> Vec<ImpliedState> {
    let key = fields.text("alarms_from_pillar").unwrap_or_else(|| of.alarms_from_pillar.to_owned());
    let mut merged = minion.option(&key).filter(|value| value.as_map().is_some()).cloned();
    if let Some(own) = fields.value("alarms") {
        merged.get_or_insert(Value::Map(Map::new())).merge(own);
    }
    let Some(Value::Map(alarms)) = merged else { return vec![] };
    let mut implied_states = vec![];
    for (label, alarm) in alarms {
        match alarm_of(of, balancer, &label, &alarm) {
            Some(implied) => implied_states.push(implied),
            None => {
                let message = format!("alarm '{label}' needs a mapping 'attributes'");
                problems.push(Problem::at(fields.place_of("alarms"), message));
            }
        }
    }
    implied_states
}

fn alarm_of(of: &Of, balancer: &str, label: &Key, alarm: &Value) -> Option<ImpliedState> {
    let alarm = alarm.as_map()?;
    let mut attributes = alarm.get("attributes")?.as_map()?.clone();
    let label = label.to_string();
    let name = alarm.get("name").and_then(Value::as_str).unwrap_or(&label);
    let key = ["description", "AlarmDescription"].into_iter().find(|key| attributes.contains_key(*key));
    let key = key.unwrap_or("description");
    let description = attributes.get(key).and_then(Value::as_str).unwrap_or_default();
    let description = format!("{balancer} {description}").trim_end().to_owned();
    attributes.insert(key.into(), description.into());
    attributes.shift_remove("Dimensions");
    let (dimension, value) = (of.dimension)(balancer);
    let mut dimensions: Map = [(dimension.into(), Value::List(vec![value.into()]))].into_iter().collect();
    if let Some(Value::Map(own)) = attributes.get("dimensions").filter(|_| of.adds_dimensions) {
        dimensions.extend(own.clone());
    }
    attributes.insert("dimensions".into(), Value::Map(dimensions));
    let arguments = [
        ("name".to_owned(), format!("{balancer} {name}").into()),
        ("attributes".to_owned(), Value::Map(attributes)),
    ];
    Some(ImpliedState { function: "boto_cloudwatch_alarm.present", arguments: arguments.into() })
}
