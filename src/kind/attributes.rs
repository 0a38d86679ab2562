//! Attributes that a service takes as text, by its own names: those of queues and topics.
//!
//! A kind lists its attributes and how each is compared. Reading, comparing and changing are the same for all: a run reads
//! and compares only what is declared, and sets only what differs.

use serde_json::Value as Json;

use crate::export::written;
use crate::settings::cannot_change;
use aws::policy;
use aws::tags::Tags;
use model::fields::json_text;
use model::problem::did_you_mean;
use model::{Change, Fields, Node, Plan, Problem, Problems, Value};

/// The attributes of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Attributes {
    /// The noun for the kind: `queue`.
    pub noun: &'static str,
    /// The attributes that can be set, with the way to compare each.
    pub known: &'static [(&'static str, Form)],
    /// The endings of further attributes' names. These are text, and AWS leaves out empty ones.
    pub endings: &'static [&'static str],
}

/// How the values of an attribute are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// As text: AWS returns the text that was sent, and `true` if the author writes `True`.
    Text,
    /// As text that is a whole number. AWS knows the limits, and raises them.
    Number,
    /// As text; AWS leaves it out when it has this value.
    Default(&'static str),
    /// As text, and it cannot change after creation; AWS leaves out `false`.
    Fixed,
    /// As an IAM policy.
    Policy,
    /// As JSON. Numbers may come back as text.
    Json,
}

/// The differences of declared attributes.
#[derive(Debug, Default)]
pub struct Differing {
    /// The changes from AWS's values to the declared ones.
    pub changes: Vec<Change>,
    /// The settings that cannot be changed.
    pub refusals: Vec<String>,
    /// The attributes to set.
    pub attributes: Tags,
}

impl Differing {
    /// The plan of a service that takes all attributes in one call.
    pub fn in_one_call<S>(self, set: impl FnOnce(Tags) -> S) -> Plan<S> {
        let Self { changes, refusals, attributes } = self;
        let steps = if attributes.is_empty() { vec![] } else { vec![set(attributes)] };
        Plan { changes, refusals, steps, ..Plan::nothing() }
    }

    /// The plan of a service that takes one attribute per call.
    pub fn in_calls<S>(self, set: impl Fn(String, String) -> S) -> Plan<S> {
        let Self { changes, refusals, attributes } = self;
        let steps = attributes.into_iter().map(|(name, value)| set(name, value)).collect();
        Plan { changes, refusals, steps, ..Plan::nothing() }
    }
}

impl Attributes {
    /// How an attribute is compared; none for one that does not exist.
    pub fn form(&self, name: &str) -> Option<Form> {
        let known = self.known.iter().find(|(known, _)| *known == name).map(|(_, form)| *form);
        known.or_else(|| self.endings.iter().any(|end| name.ends_with(end)).then_some(Form::Default("")))
    }

    /// The argument `attributes` in AWS's form: text, documents as JSON.
    pub fn read(&self, fields: &Fields, problems: &mut Problems) -> Tags {
        let mut attributes = Tags::new();
        for (name, node) in fields.table("attributes").unwrap_or_default() {
            let Some(form) = self.form(&name) else {
                problems.push(self.unknown(&name, node));
                continue;
            };
            let text = json_text(node);
            if let Some(expected) = form.expected(&text) {
                let message = format!("'{name}' of a {} must be {expected}, not '{text}'", self.noun);
                problems.push(Problem::at(&node.place, message));
            }
            attributes.insert(name, text);
        }
        attributes
    }

    fn unknown(&self, name: &str, node: &Node) -> Problem {
        let known = || self.known.iter().map(|(known, _)| *known);
        let message = format!("'{name}' is not an attribute of a {} that can be set", self.noun);
        let hint = match did_you_mean(name, known()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("a {} has {}", self.noun, known().collect::<Vec<_>>().join(", ")),
        };
        Problem::at(&node.place, message).hint(hint)
    }

    /// The changes of a new thing.
    pub fn created(&self, wanted: &Tags) -> Vec<Change> {
        wanted.iter().map(|(name, value)| Change::create(name, self.shown(name, value))).collect()
    }

    /// The differences of the declared ones.
    pub fn compare(&self, wanted: &Tags, current: &Tags) -> Differing {
        let mut found = Differing::default();
        for (name, value) in wanted {
            let (form, is) = (self.form(name).unwrap_or(Form::Text), current.get(name));
            if form.is_same(value, is) {
                continue;
            }
            let (old, new) = (is.map_or(Value::Null, |is| self.shown(name, is)), self.shown(name, value));
            if form == Form::Fixed {
                found.refusals.push(cannot_change(self.noun, name, &old, &new));
                continue;
            }
            found.changes.push(Change::update(name, old, new));
            found.attributes.insert(name.clone(), value.clone());
        }
        found
    }

    /// The attributes that an SLS can declare, sorted by name. An empty one counts as missing.
    pub fn declared<'a>(&self, current: &'a Tags) -> Vec<(&'a str, Value)> {
        let settable = current.iter().filter(|(name, value)| !value.is_empty() && self.form(name).is_some());
        let mut all: Vec<(&str, Value)> =
            settable.map(|(name, value)| (name.as_str(), written(value))).collect();
        all.sort_by_key(|(name, _)| *name);
        all
    }

    fn shown(&self, name: &str, value: &str) -> Value {
        match self.form(name) {
            Some(Form::Policy | Form::Json) => policy::to_shown(value),
            _ => value.into(),
        }
    }
}

impl Form {
    /// What a value must be that AWS would refuse; none for a value that it may take.
    fn expected(self, text: &str) -> Option<&'static str> {
        let is_truth = || ["true", "false"].iter().any(|truth| text.eq_ignore_ascii_case(truth));
        let is_mapping = || serde_json::from_str::<serde_json::Map<String, Json>>(text).is_ok();
        match self {
            Self::Number => text.parse::<u64>().is_err().then_some("a whole number"),
            Self::Fixed | Self::Default("false") => (!is_truth()).then_some("True or False"),
            // An empty text removes a document.
            Self::Policy | Self::Json => {
                (!text.is_empty() && !is_mapping()).then_some("a mapping, or its JSON")
            }
            Self::Text | Self::Default(_) => None,
        }
    }

    /// AWS leaves out what was never set.
    fn is_same(self, wanted: &str, is: Option<&String>) -> bool {
        let Some(is) = is else { return self.is_default(wanted) };
        match self {
            Self::Policy => policy::is_same(wanted, is),
            Self::Json => is_same_json(wanted, is),
            Self::Text | Self::Number | Self::Default(_) | Self::Fixed => wanted.eq_ignore_ascii_case(is),
        }
    }

    fn is_default(self, wanted: &str) -> bool {
        match self {
            Self::Text | Self::Number => false,
            Self::Default(default) => wanted.eq_ignore_ascii_case(default),
            Self::Fixed => wanted.eq_ignore_ascii_case("false"),
            Self::Policy | Self::Json => wanted.is_empty(),
        }
    }
}

fn is_same_json(wanted: &str, is: &str) -> bool {
    let parse = |text: &str| serde_json::from_str(text).map(with_numbers_as_text);
    match (parse(wanted), parse(is)) {
        (Ok(wanted), Ok(is)) => wanted == is,
        _ => wanted == is,
    }
}

/// Numbers in redrive documents come back as text or number, whichever was sent.
fn with_numbers_as_text(json: Json) -> Json {
    match json {
        Json::Number(number) => number.to_string().into(),
        Json::Array(list) => list.into_iter().map(with_numbers_as_text).collect(),
        Json::Object(map) => map.into_iter().map(|(key, value)| (key, with_numbers_as_text(value))).collect(),
        other => other,
    }
}
