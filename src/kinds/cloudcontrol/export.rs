//! Resources of Cloud Control as declarations: each property becomes the argument that declares it.

use serde_json::{Map, Value as Json};

use super::declaration::Live;
use super::table::Table;
use aws::tags::Tags;
use kind::export::{Declaration, document};
use model::Value;

/// The properties with an argument, the tags, and a remark about properties without one. The kind itself declares the properties
/// in `said`.
pub(super) fn declared(declaration: Declaration, table: &Table, live: &Live, said: &[&str]) -> Declaration {
    let Json::Object(properties) = &live.properties else { return declaration };
    let mut declaration = declaration;
    for (argument, path) in table.properties {
        let is_said = said.contains(path) || table.primary.contains(path) || table.write_only.contains(path);
        let Some(value) = at(&live.properties, path).filter(|_| !is_said) else { continue };
        let value = match value.as_str() {
            Some(text) if table.documents.contains(path) => document(text),
            _ => Value::from(value.clone()),
        };
        declaration = declaration.with(argument, value);
    }
    let unsaid = unsaid(table, properties, said);
    declaration.remark_if(!unsaid.is_empty(), format!("No argument declares {}.", unsaid.join(", ")))
}

/// The properties with a value that nothing declares.
fn unsaid<'a>(table: &Table, properties: &'a Map<String, Json>, said: &[&str]) -> Vec<&'a str> {
    let first = |path: &&str| path.split('/').next().unwrap_or_default().to_owned();
    let mapped = table.properties.iter().map(|(_, path)| path);
    let known: Vec<String> = mapped
        .chain(table.primary)
        .chain(table.read_only)
        .chain(said)
        .chain(&[table.tags])
        .map(first)
        .collect();
    let is_something = |value: &Json| match value {
        Json::Null | Json::Bool(false) => false,
        Json::Object(map) => !map.is_empty(),
        Json::Array(list) => !list.is_empty(),
        Json::String(text) => !text.is_empty(),
        _ => true,
    };
    let unsaid = properties.iter().filter(|(name, value)| is_something(value) && !known.contains(name));
    unsaid.map(|(name, _)| name.as_str()).collect()
}

/// The value at a path.
pub(super) fn at<'a>(properties: &'a Json, path: &str) -> Option<&'a Json> {
    path.split('/').try_fold(properties, |at, step| at.get(step))
}

/// The tags of a resource.
pub(super) fn tags(live: &Live, property: &str) -> Tags {
    let pairs = live.properties.get(property).and_then(Json::as_array).into_iter().flatten();
    let text = |pair: &Json, key: &str| Some(pair.get(key)?.as_str()?.to_owned());
    pairs.filter_map(|pair| Some((text(pair, "Key")?, text(pair, "Value")?))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: Table = Table {
        type_name: "AWS::X::Y",
        properties: &[
            ("name", "Name"),
            ("depth", "Config/Depth"),
            ("policy", "Policy"),
            ("secret", "Secret"),
        ],
        primary: &["Name"],
        read_only: &["Arn"],
        write_only: &["Secret"],
        documents: &["Policy"],
        ..Table::NONE
    };

    fn said(properties: Json) -> Declaration {
        let live = Live { identifier: "a".to_owned(), properties, ..Live::default() };
        declared(Declaration::new("x.present", "a"), &TABLE, &live, &["Own"])
    }

    #[test]
    fn a_property_is_the_argument_that_declares_it() {
        let found = said(json!({
            "Name": "a", "Arn": "arn:a", "Config": {"Depth": 3}, "Policy": "{\"Statement\": []}", "Own": 1,
            "Tags": [{"Key": "a", "Value": "b"}],
        }));
        let policy = Value::from(json!({"Statement": []}));
        assert_eq!(found.arguments, [("depth".to_owned(), 3.into()), ("policy".to_owned(), policy)]);
        assert_eq!(found.remarks, Vec::<String>::new());
    }

    #[test]
    fn what_no_argument_declares_is_named() {
        let found = said(json!({"Name": "a", "More": {"A": 1}, "Other": 2, "Off": false, "Empty": []}));
        assert_eq!(found.remarks, ["No argument declares More, Other."]);
    }

    #[test]
    fn tags_are_pairs_of_key_and_value() {
        let properties = json!({"Tags": [{"Key": "a", "Value": "b"}, {"Key": "c"}]});
        let live = Live { properties, ..Live::default() };
        let expected: Tags = [("a".to_owned(), "b".to_owned())].into_iter().collect();
        assert_eq!(tags(&live, "Tags"), expected);
        assert_eq!(tags(&live, "FileSystemTags"), Tags::new());
    }
}
