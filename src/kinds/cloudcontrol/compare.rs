//! The differences between declared properties and those of a resource, as a patch document.
//!
//! Laws: properties that are left out are not managed, at any depth of mappings; lists are compared as a whole. A patch names the
//! innermost place that differs, since a whole mapping may contain properties that cannot change. Write-only properties are never
//! compared, because AWS does not show them. AWS forgets them at each update unless the patch has them, so they are sent with
//! every other difference.
//!
//! See <https://docs.aws.amazon.com/cloudcontrolapi/latest/userguide/resource-operations-update.html>.

use serde_json::{Map, Value as Json, json};

use super::facts::Facts;
use aws::policy;
use kind::settings::cannot_change;
use model::{Change, python};

/// The fewest asterisks that stand for a secret.
const MASK: usize = 4;

/// The text that replaces a hidden value.
const HIDDEN: &str = "(hidden)";

/// The differences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Differences {
    /// The operations of a patch.
    pub operations: Vec<Json>,
    /// The changes, one for each operation that is not write-only.
    pub changes: Vec<Change>,
    /// Properties that cannot be changed.
    pub refusals: Vec<String>,
    /// Properties that AWS keeps in another form, so that they cannot be compared.
    pub warnings: Vec<String>,
    /// Declared properties that AWS never shows.
    write_only: Vec<Json>,
}

/// The differences; write-only properties are sent only together with other differences.
pub fn compare(want: &Map<String, Json>, live: &Json, facts: &Facts, noun: &str) -> Differences {
    let mut all = Differences::default();
    for (name, value) in want {
        at(name, value, live.get(name), facts, noun, &mut all);
    }
    if !all.operations.is_empty() {
        let write_only = std::mem::take(&mut all.write_only);
        all.operations.extend(write_only);
    }
    all
}

fn at(path: &str, want: &Json, live: Option<&Json>, facts: &Facts, noun: &str, all: &mut Differences) {
    if facts.is_write_only(path) || live.is_some_and(is_masked) {
        // A write-only property that cannot change either must not be sent again.
        let operation = (!facts.is_create_only(path)).then(|| operation("add", path, want));
        all.write_only.extend(operation);
        return;
    }
    if let (Json::Object(want), Some(Json::Object(live))) = (want, live)
        && !want.is_empty()
        && !facts.is_document(path)
    {
        for (name, value) in want {
            at(&format!("{path}/{name}"), value, live.get(name), facts, noun, all);
        }
        return;
    }
    if is_same(path, want, live.unwrap_or(&Json::Null), facts) {
        return;
    }
    let (shown, old) = (path.replace('/', "."), live.cloned().unwrap_or_default());
    if facts.is_create_only(path) && facts.is_transformed(path) {
        let warning = format!(
            "{shown} of a {noun} cannot be compared, because AWS keeps it in another form: {}",
            python::text(&old.into())
        );
        all.warnings.push(warning);
        return;
    }
    if facts.is_create_only(path) {
        all.refusals.push(cannot_change(noun, &shown, &old.into(), &hidden(path, want, facts).into()));
        return;
    }
    all.operations.push(operation(if live.is_some() { "replace" } else { "add" }, path, want));
    all.changes.push(Change::update(shown, old, hidden(path, want, facts)));
}

/// True for a text that AWS shows instead of a secret, such as a parameter with `NoEcho` of a template that this run does not see.
pub fn is_masked(live: &Json) -> bool {
    live.as_str().is_some_and(|text| text.len() >= MASK && text.bytes().all(|letter| letter == b'*'))
}

fn operation(word: &str, path: &str, value: &Json) -> Json {
    let steps = path.split('/').map(|step| step.replace('~', "~0"));
    json!({"op": word, "path": format!("/{}", steps.collect::<Vec<_>>().join("/")), "value": value})
}

/// True if AWS has the declared value, perhaps with more of its own.
fn is_same(path: &str, want: &Json, live: &Json, facts: &Facts) -> bool {
    match (want, live) {
        // An empty value and a missing one are equal.
        (want, Json::Null) => is_empty(path, want, facts),
        (Json::Object(_), Json::Object(_)) if facts.is_document(path) => document(want) == document(live),
        (Json::Object(want), Json::Object(live)) => {
            want.is_empty() == live.is_empty()
                && want.iter().all(|(name, want)| {
                    let path = format!("{path}/{name}");
                    facts.is_write_only(&path)
                        || is_same(&path, want, live.get(name).unwrap_or(&Json::Null), facts)
                })
        }
        (Json::Array(want), Json::Array(live)) => is_same_list(path, want, live, facts),
        (Json::String(text), Json::Object(_) | Json::Array(_)) => {
            parsed(text).is_some_and(|want| document(&want) == document(live))
        }
        (Json::Object(_) | Json::Array(_), Json::String(text)) => {
            parsed(text).is_some_and(|live| document(want) == document(&live))
        }
        (Json::String(want), Json::String(live)) => want == live || is_same_document(want, live),
        // `"5"` and 5, `"true"` and true: YAML and schemas differ in the form that they write.
        (want, live) => want == live || scalar(want).is_some_and(|want| scalar(live) == Some(want)),
    }
}

fn is_same_document(want: &str, live: &str) -> bool {
    match (parsed(want), parsed(live)) {
        (Some(want), Some(live)) => document(&want) == document(&live),
        _ => false,
    }
}

/// A policy document in its canonical form, any other document as it is.
fn document(json: &Json) -> Json {
    if json.get("Statement").is_some() { policy::canonical(json) } else { json.clone() }
}

fn is_same_list(path: &str, want: &[Json], live: &[Json], facts: &Facts) -> bool {
    // AWS itself owns the tags that it sets.
    let is_aws =
        |tag: &Json| tag.get("Key").and_then(Json::as_str).is_some_and(|key| key.starts_with("aws:"));
    let mut live: Vec<&Json> = live.iter().filter(|tag| !is_aws(tag)).collect();
    if want.len() != live.len() {
        return false;
    }
    let path = format!("{path}/*");
    let is_tag = |json: &Json| json.get("Key").is_some() && json.get("Value").is_some();
    if !facts.is_unordered(path.trim_end_matches("/*")) && !want.iter().all(is_tag) {
        return want.iter().zip(live).all(|(want, live)| is_same(&path, want, live, facts));
    }
    want.iter().all(|want| {
        let found = live.iter().position(|live| is_same(&path, want, live, facts));
        found.map(|at| live.swap_remove(at)).is_some()
    })
}

/// True for an empty value; a value that holds only write-only properties is empty for a reader.
fn is_empty(path: &str, want: &Json, facts: &Facts) -> bool {
    match want {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(map) => map.iter().all(|(name, value)| {
            let path = format!("{path}/{name}");
            facts.is_write_only(&path) || (value.is_object() && is_empty(&path, value, facts))
        }),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

fn parsed(text: &str) -> Option<Json> {
    let text = text.trim_start();
    if text.starts_with(['{', '[']) { serde_json::from_str(text).ok() } else { None }
}

fn scalar(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text.to_lowercase()),
        // 70 and 70.0.
        Json::Number(number) => match number.as_f64().filter(|it| it.fract() == 0.0) {
            Some(whole) => Some(format!("{whole:.0}")),
            None => Some(number.to_string()),
        },
        Json::Bool(_) => Some(json.to_string()),
        _ => None,
    }
}

/// A value as it may be shown.
pub fn hidden(path: &str, value: &Json, facts: &Facts) -> Json {
    if facts.is_write_only(path) {
        return HIDDEN.into();
    }
    match value {
        Json::Object(map) => map
            .iter()
            .map(|(name, value)| (name.clone(), hidden(&format!("{path}/{name}"), value, facts)))
            .collect(),
        Json::Array(list) => list.iter().map(|value| hidden(&format!("{path}/*"), value, facts)).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let paths = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
        Facts {
            create_only: paths(&["Name", "Net/Family", "Seed", "Key"]),
            write_only: paths(&["Password", "Auth/Secret", "Seed"]),
            unordered: paths(&["Zones"]),
            documents: paths(&["Template"]),
            tags: "Tags".to_owned(),
            transformed: paths(&["Key"]),
            ..Facts::default()
        }
    }

    fn differences(want: Json, live: Json) -> Differences {
        compare(want.as_object().unwrap(), &live, &facts(), "thing")
    }

    #[test]
    fn what_says_the_same_does_not_differ() {
        for (want, live) in [
            (json!({"A": 1}), json!({"A": 1, "B": 2})),
            (json!({"A": "1", "B": "True"}), json!({"A": 1, "B": true})),
            (json!({"A": 70.0, "B": 7}), json!({"A": 70, "B": 7.0})),
            (json!({"Net": {"A": 1}}), json!({"Net": {"A": 1, "Family": "ipv4"}})),
            (json!({"Zones": ["b", "a"]}), json!({"Zones": ["a", "b"]})),
            (
                json!({"Tags": [{"Key": "b", "Value": "1"}, {"Key": "a", "Value": "2"}]}),
                json!({"Tags": [{"Key": "a", "Value": "2"}, {"Key": "aws:x", "Value": "3"}, {"Key": "b", "Value": "1"}]}),
            ),
            (json!({"Rules": [{"A": 1}]}), json!({"Rules": [{"A": 1, "Default": true}]})),
            (json!({"Tags": [], "Text": "", "Map": {}}), json!({})),
            (
                json!({"Policy": {"Statement": {"Effect": "Allow", "Action": ["a:B"], "Resource": "*"}}}),
                json!({"Policy": "{\"Version\": \"2008-10-17\", \"Statement\": [{\"Effect\": \"Allow\", \"Action\": \"a:b\", \"Resource\": [\"*\"]}]}"}),
            ),
            (json!({"Password": "x", "Auth": {"Secret": "y"}}), json!({})),
            (json!({"Parameters": {"Pin": "x"}}), json!({"Parameters": {"Pin": "****"}})),
        ] {
            assert_eq!(differences(want.clone(), live).operations, Vec::<Json>::new(), "{want}");
        }
    }

    #[test]
    fn a_patch_names_the_innermost_place() {
        let want = json!({"Net": {"A": 2, "B": {"C": 1}}, "Zones": ["a"], "Password": "s3cret", "Seed": "x"});
        let live = json!({"Net": {"A": 1, "Family": "ipv4"}, "Zones": ["a", "b"]});
        let found = differences(want, live);
        assert_eq!(
            Json::from(found.operations),
            json!([
                {"op": "replace", "path": "/Net/A", "value": 2},
                {"op": "add", "path": "/Net/B", "value": {"C": 1}},
                {"op": "replace", "path": "/Zones", "value": ["a"]},
                {"op": "add", "path": "/Password", "value": "s3cret"},
            ])
        );
        let paths: Vec<&str> = found.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!(paths, ["Net.A", "Net.B", "Zones"]);
    }

    #[test]
    fn a_list_in_another_order_differs_where_order_counts() {
        assert_eq!(
            differences(json!({"Rules": ["b", "a"]}), json!({"Rules": ["a", "b"]})).operations.len(),
            1
        );
        assert_eq!(differences(json!({"Map": {}}), json!({"Map": {"a": 1}})).operations.len(), 1, "empty it");
        let (template, more) = (json!({"Template": {"a": 1}}), json!({"Template": {"a": 1, "b": 2}}));
        assert_eq!(differences(template, more).operations.len(), 1, "a document is a whole");
    }

    #[test]
    fn what_cannot_change_is_refused() {
        let found = differences(json!({"Net": {"Family": "ipv6"}}), json!({"Net": {"Family": "ipv4"}}));
        let other_form = differences(json!({"Key": "alias/a"}), json!({"Key": "arn:b"}));
        assert!(other_form.refusals.is_empty() && other_form.warnings.len() == 1, "{other_form:?}");
        assert!(
            found.operations.is_empty() && found.refusals[0].contains("Net.Family of a thing cannot change"),
            "{found:?}"
        );
    }

    #[test]
    fn secrets_are_not_shown() {
        let shown = hidden("Auth", &json!({"Secret": "x", "User": "u"}), &facts());
        assert_eq!(shown, json!({"Secret": "(hidden)", "User": "u"}));
    }
}
