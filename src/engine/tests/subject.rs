//! The law of names: what is printed and compared has the name that AWS knows, whatever the ID of the state is.

use std::collections::BTreeSet;
use std::path::Path;

use crate::declare::{Declared, declare};
use crate::run_policy::{Extent, RunPolicy};
use kind::{AllPromised, AnySource, Lookup};
use kinds::kinds;
use model::{Entry, Low, Minion, Node, Place, Problems, Value};
use sls::yaml;

const UNLIKE: &str = "unlike";

/// One state of a kind's example.
struct Example {
    function: String,
    name: String,
    arguments: Vec<(String, Value)>,
}

impl Example {
    /// The declaration under an ID that is unlike its name. `by` gives the name by another argument.
    fn declared(&self, by: Option<&str>) -> Option<Declared> {
        let place = Place::new("example.sls", 1, 1);
        let (state, function) = self.function.split_once('.')?;
        let mut low = Low::new(state, function, UNLIKE, place.clone());
        if by.is_none() {
            low.name.clone_from(&self.name);
        }
        let mut insert = |key: &str, value: Value| {
            let entry = Entry { key_place: place.clone(), node: Node::from_value(value, &place) };
            low.arguments.insert(key.to_owned(), entry);
        };
        for (key, value) in self.arguments.iter().filter(|(key, _)| Some(key.as_str()) != by) {
            insert(key, value.clone());
        }
        if let Some(by) = by {
            insert(by, Value::from(self.name.as_str()));
        }
        let connection = serde_json::json!({"region": "us-east-1", "keyid": "test", "key": "test"});
        let opts = serde_json::json!({"aws_profile": connection});
        let opts = Value::from(opts).as_map().cloned().unwrap_or_default();
        let minion = Minion { opts, ..Minion::default() };
        let mut problems = Problems::default();
        let declared = declare(&low, &minion, &mut problems)?;
        problems.0.is_empty().then_some(declared)
    }
}

/// The states of a kind's example; none of one that is a template.
fn examples(kind: &str) -> Vec<Example> {
    let (service, name) = kind.split_once('.').unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kinds").join(service).join(name);
    let Ok(text) = std::fs::read_to_string(path.join("example.sls")) else { return vec![] };
    if text.contains("{{") || text.contains("{%") {
        return vec![];
    }
    let value = yaml::parse_file(&text, "example.sls").unwrap().to_value();
    let mut all = vec![];
    for (id, states) in value.as_map().unwrap() {
        for (function, given) in states.as_map().into_iter().flatten() {
            let mut arguments = vec![];
            for item in given.as_list().into_iter().flatten() {
                for (key, value) in item.as_map().into_iter().flatten() {
                    arguments.push((key.to_string(), value.clone()));
                }
            }
            let written = arguments.iter().find(|(key, _)| key == "name");
            let name =
                written.and_then(|(_, value)| value.as_str()).unwrap_or(id.as_str().unwrap()).to_owned();
            arguments.retain(|(key, _)| key != "name");
            all.push(Example { function: function.to_string(), name, arguments });
        }
    }
    all
}

/// A record's reference has its type too, and DNS writes a dot after a whole name.
fn is_named(reference: &str, name: &str) -> bool {
    let first = reference.split(' ').next().unwrap_or_default();
    [reference, first].iter().any(|it| *it == name || it.strip_suffix('.') == Some(name))
}

#[test]
fn every_kind_has_the_name_that_aws_knows_whatever_the_id_is() {
    let mut seen = BTreeSet::new();
    for kind in kinds().map(AnySource::kind) {
        for example in examples(kind) {
            let Some(declared) = example.declared(None) else { continue };
            for part in declared.parts() {
                assert!(!part.name.contains(UNLIKE), "{}: {}", example.function, part.name);
                let of_aws = part.kind.locate(&part.spec, &mut Lookup::new(&AllPromised));
                let provided = part.kind.provides(&part.spec).into_iter().next();
                let is_generic = part.kind.kind() == "cloudcontrol.resource";
                for reference in of_aws.ok().into_iter().chain(provided).filter(|_| !is_generic) {
                    let name = &part.name;
                    assert!(is_named(&reference.name, name), "{}: {reference}, not {name}", example.function);
                }
                seen.insert(part.kind.kind());
            }
        }
    }
    let missing: Vec<&str> = kinds().map(AnySource::kind).filter(|kind| !seen.contains(kind)).collect();
    assert!(missing.len() * 4 <= seen.len(), "too few examples can be read here: {missing:?}");
}

#[test]
fn an_argument_that_names_the_thing_beats_the_id() {
    let mut found = BTreeSet::new();
    for kind in kinds() {
        for example in examples(kind.kind()) {
            let function = kind.functions().iter().find(|it| it.names.contains(&example.function.as_str()));
            let Some(function) = function else { continue };
            let Some(plain) = example.declared(None) else { continue };
            let Some(expected) = plain.parts().iter().find(|part| part.kind.kind() == kind.kind()) else {
                continue;
            };
            for argument in function.arguments.iter().filter(|it| it.name != "name") {
                let Some(declared) = example.declared(Some(argument.name)) else { continue };
                let own = declared.parts().iter().find(|part| part.kind.kind() == kind.kind());
                let Some(own) = own else { continue };
                let reference = |part: &crate::Part| part.kind.provides(&part.spec).into_iter().next();
                if reference(own).is_some() && reference(own) == reference(expected) {
                    assert_eq!(own.name, expected.name, "{} by {}", example.function, argument.name);
                    found.insert(kind.kind());
                }
            }
        }
    }
    for kind in ["s3.bucket", "lambda.function", "events.rule"] {
        let is_built = kinds().any(|it| it.kind() == kind);
        assert!(!is_built || found.contains(kind), "{kind}: {found:?}");
    }
}

#[test]
fn a_bucket_under_another_id_is_a_bucket_under_its_name_for_policies() {
    let example = Example {
        function: "boto3_s3_bucket.present".to_owned(),
        name: "prod-h4".to_owned(),
        arguments: vec![("profile".to_owned(), "aws_profile".into())],
    };
    let declared = example.declared(Some("Bucket")).unwrap();
    assert_eq!(declared.parts()[0].name, "prod-h4");
    let policy = RunPolicy::of(&[declared], Extent::Run, "*").document().to_string();
    assert!(policy.contains("arn:aws:s3:::prod-h4") && !policy.contains(UNLIKE), "{policy}");
}

#[test]
fn a_resource_of_any_type_has_the_name_in_its_properties() {
    let name = |properties: serde_json::Value, more: &[(&str, Value)]| {
        let mut arguments = vec![
            ("type".to_owned(), "AWS::Kinesis::Stream".into()),
            ("properties".to_owned(), Value::from(properties)),
            ("profile".to_owned(), "aws_profile".into()),
        ];
        arguments.extend(more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        let function = "aws.resource_present".to_owned();
        let declared = Example { function, name: UNLIKE.to_owned(), arguments }.declared(None);
        declared.unwrap().parts()[0].name.clone()
    };
    let named = serde_json::json!({"Name": "events", "ShardCount": 1});
    assert_eq!(name(named.clone(), &[]), "events");
    assert_eq!(name(named, &[("identifier", "it".into())]), "it");
    assert_eq!(name(serde_json::json!({"StreamName": "s", "Name": "n"}), &[]), "s");
    assert_eq!(name(serde_json::json!({"ShardCount": 1}), &[]), UNLIKE, "AWS chooses its name");
}
