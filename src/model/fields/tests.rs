use super::*;
use crate::{Key, Map};

const LISTENER: &[Argument] = &[
    Argument::required("elb_port", Shape::Integer, "front port"),
    Argument::optional("elb_protocol", Shape::Word(&["HTTP", "HTTPS"]), "front protocol"),
];

const TABLE: &[Argument] = &[
    Argument::required("name", Shape::Text, "the name"),
    Argument::optional("listeners", Shape::Records(LISTENER), "the listeners"),
    Argument::optional("subnets", Shape::Texts, "subnet ids").alias(&["Subnets"]),
    Argument::optional("launch_config", Shape::Merged(LISTENER), "one-key mappings"),
    Argument::optional("enabled", Shape::Boolean, "on or off"),
    Argument::optional("tags", Shape::Table(&Shape::Text), "tags"),
];

fn check(json: serde_json::Value) -> (Fields, Vec<String>) {
    let place = Place::new("a.sls", 1, 1);
    let map = match Value::from(json) {
        Value::Map(map) => map,
        _ => Map::new(),
    };
    let entries = map.into_iter().map(|(key, value)| {
        let node = Node::from_value(value, &place);
        let Key::Str(name) = key else { unreachable!("the samples have text keys") };
        (name, Entry { key_place: place.clone(), node })
    });
    let mut problems = Problems::default();
    let fields = Fields::check(TABLE, entries, &place, "boto_elb.present", &mut problems);
    (fields, problems.0.into_iter().map(|problem| problem.message).collect())
}

#[test]
fn all_problems_come_at_once() {
    let (_, problems) = check(serde_json::json!({
        "listener": [], "enabled": "perhaps", "listeners": [{"elb_port": "x"}, {"elb_protocol": "HTTPX"}],
    }));
    assert_eq!(
        problems,
        [
            "unknown argument 'listener' in boto_elb.present",
            "'enabled' of boto_elb.present must be a boolean, not 'perhaps'",
            "'elb_port' of an element of 'listeners' of boto_elb.present must be an integer, not 'x'",
            "'elb_protocol' of an element of 'listeners' of boto_elb.present must be one of HTTP, HTTPS, not 'HTTPX'",
            "missing argument 'elb_port' in an element of 'listeners' of boto_elb.present",
            "missing argument 'name' in boto_elb.present",
        ]
    );
}

#[test]
fn null_is_left_out_and_an_empty_list_is_not() {
    let (fields, problems) = check(serde_json::json!({"name": "x", "subnets": null, "listeners": []}));
    assert_eq!(problems, Vec::<String>::new());
    assert!(!fields.has("subnets"));
    assert_eq!(fields.records("listeners").map(|listeners| listeners.len()), Some(0));
}

#[test]
fn an_alias_is_read_under_its_name_and_doubling_is_refused() {
    let (fields, problems) = check(serde_json::json!({"name": "x", "Subnets": "subnet-1"}));
    assert_eq!((fields.texts("subnets"), problems.len()), (Some(vec!["subnet-1".to_owned()]), 0));
    let (_, problems) = check(serde_json::json!({"name": "x", "Subnets": ["a"], "subnets": ["b"]}));
    assert_eq!(problems, ["'subnets' is given twice in boto_elb.present, also at a.sls:1:1"]);
}

#[test]
fn one_key_mappings_merge_into_one_record() {
    let (fields, problems) = check(
        serde_json::json!({"name": "x", "launch_config": [{"elb_port": "80"}, {"elb_protocol": "HTTP"}]}),
    );
    let record = fields.record("launch_config");
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(record.as_ref().and_then(|record| record.integer("elb_port")), Some(80));
    assert_eq!(record.and_then(|record| record.text("elb_protocol")).as_deref(), Some("HTTP"));
}

#[test]
fn scalars_are_read_as_authors_mean_them() {
    let (fields, _) = check(serde_json::json!({"name": 12, "enabled": "True", "tags": {"a": 1, "b": true}}));
    assert_eq!(fields.text("name").as_deref(), Some("12"));
    assert_eq!(fields.boolean("enabled"), Some(true));
    let tags = fields.text_table("tags").unwrap_or_default();
    assert_eq!(tags.values().map(String::as_str).collect::<Vec<_>>(), ["1", "true"]);
}

#[test]
fn nothing_where_a_mapping_is_meant_is_an_empty_mapping() {
    for nothing in [serde_json::json!([]), serde_json::json!("")] {
        let (fields, problems) = check(serde_json::json!({"name": "a", "tags": nothing}));
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(fields.text_table("tags"), Some(IndexMap::new()));
    }
    let (_, problems) = check(serde_json::json!({"name": "a", "tags": ["x"]}));
    assert_eq!(problems, ["'tags' of boto_elb.present must be a mapping, not a list"]);
}
