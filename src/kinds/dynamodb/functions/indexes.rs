//! Functions about global indexes. An object of boto 2 is a mapping with the attributes of that object.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::{NAME, find, projected};
use crate::table::Table;
use crate::table::api::apply;
use crate::table::diff::Step;
use crate::table::index::{self, Attribute, Index, Keys, LABELLED, Projection, Units};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Node, Problems, Shape, Value};

/// Reads and writes per second.
pub(super) const UNITS: &[Argument] = &[
    Argument::required("read", Shape::Integer, "reads per second"),
    Argument::required("write", Shape::Integer, "writes per second"),
];
/// The same as a mapping.
pub(super) const THROUGHPUT: Shape = Shape::Record(UNITS);

const DATA: Argument = Argument::required("index_data", LABELLED, "an index, as in boto_dynamodb.present");
const IS_GLOBAL: Argument = Argument::optional("global_index", Shape::Boolean, "whether the index is global");
const INDEX: Argument = Argument::required(
    "global_index",
    Shape::Table(&Shape::Any),
    "an index, as in boto_dynamodb.present or as returned by extract_index",
);

pub(super) const INDEXES: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_dynamodb.extract_index", "boto3_dynamodb.extract_index"],
        &[DATA, IS_GLOBAL],
        "Returns an index with the attributes of boto 2's object, for create_global_secondary_index.",
        "a mapping: name, parts, projection_type, includes_fields, throughput; None without an index",
        |_, fields| {
            async move {
                let is_global = fields.boolean(IS_GLOBAL.name).unwrap_or(false);
                let found = fields.node(DATA.name).map(labelled).transpose()?.flatten();
                Ok(found.map(|it| object(&it, is_global)).unwrap_or_default())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_dynamodb.create_global_secondary_index", "boto3_dynamodb.create_global_secondary_index"],
        &[NAME, INDEX],
        "Makes a global index of a table. Does not wait until it is active.",
        "True",
        |ask, fields| create(ask, fields).boxed(),
    ),
];

/// The units of `{read: 1, write: 1}`.
pub(super) fn units(fields: &Fields) -> Units {
    Units { read: fields.integer("read"), write: fields.integer("write") }
}

/// The index under the label of a mapping.
fn labelled(node: &Node) -> Result<Option<Index>, Refusal> {
    let mut problems = Problems::default();
    let found =
        node.as_map().into_iter().flatten().next().map(|(_, entry)| index::index(&entry.node, &mut problems));
    problems.or(found).map_err(|problems| Refusal::Because(problems.to_string()))
}

/// As the attributes of boto 2's object.
///
/// See <https://boto.readthedocs.io/en/latest/ref/dynamodb2.html#module-boto.dynamodb2.fields>.
fn object(index: &Index, is_global: bool) -> Value {
    let part = |(it, kind): (&Attribute, &str)| -> Value {
        let all = [("name", it.name.as_str()), ("data_type", &it.kind), ("attr_type", kind)];
        all.into_iter().collect()
    };
    let parts = index.keys.attributes().zip(["HASH", "RANGE"]).map(part).collect();
    let mut all = vec![("name", Value::from(index.name.as_str())), ("parts", Value::List(parts))];
    // In Salt each local index contains all attributes.
    let projection = if is_global { &index.projection } else { &Projection::All };
    all.push(("projection_type", projected(projection).into()));
    if let Projection::Include(names) = projection {
        all.push(("includes_fields", names.clone().into()));
    }
    all.extend(is_global.then(|| ("throughput", index.units.to_value())));
    all.into_iter().collect()
}

/// From those attributes.
fn of_object(json: &Json) -> Option<Index> {
    let text = |json: &Json, key: &str| json.get(key)?.as_str().map(str::to_owned);
    let parts = json.get("parts")?.as_array()?;
    let part = |kind: &str| {
        let it = parts.iter().find(|it| text(it, "attr_type").as_deref() == Some(kind))?;
        Some(Attribute { name: text(it, "name")?, kind: index::kind(text(it, "data_type").as_deref()) })
    };
    let number = |key: &str| json.get("throughput")?.get(key)?.as_i64();
    let names = json.get("includes_fields").and_then(Json::as_array).into_iter().flatten();
    let projection = match text(json, "projection_type").as_deref() {
        Some("KEYS_ONLY") => Projection::KeysOnly,
        Some("INCLUDE") => {
            Projection::Include(names.filter_map(|it| it.as_str().map(str::to_owned)).collect())
        }
        _ => Projection::All,
    };
    Some(Index {
        name: text(json, "name")?,
        keys: Keys { hash: part("HASH")?, range: part("RANGE") },
        projection,
        units: Units { read: number("read"), write: number("write") },
    })
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let given = fields.value(INDEX.name).map(|value| value.to_json()).unwrap_or_default();
    let index = match of_object(&given) {
        None => fields.node(INDEX.name).map(labelled).transpose()?.flatten(),
        object => object,
    };
    let index = index.filter(|it| !it.name.is_empty() && !it.keys.hash.name.is_empty());
    let missing = || Refusal::Because("'global_index' needs a name and a hash_key".to_owned());
    let index = index.ok_or_else(missing)?;
    let absent = || Refusal::Because(format!("there is no table '{name}'"));
    let live = find(ask, fields).await?.ok_or_else(absent)?;
    // The request must contain the types of all keys.
    let there = [&live.keys].into_iter().chain(live.local.iter().chain(&live.global).map(|it| &it.keys));
    let mut types: Vec<Attribute> = vec![];
    for attribute in there.chain([&index.keys]).flat_map(Keys::attributes) {
        if !types.contains(attribute) {
            types.push(attribute.clone());
        }
    }
    let units = (!live.on_demand).then(|| index.units.or(live.units));
    let step = Step::AddIndex { name: name.clone(), index: Box::new(index), types, units };
    ask.change(&[Table::KIND], apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_extract_index_is_an_index_again() {
        let attribute = |name: &str, kind: &str| Attribute { name: name.to_owned(), kind: kind.to_owned() };
        for projection in
            [Projection::All, Projection::KeysOnly, Projection::Include(vec!["place".to_owned()])]
        {
            let index = Index {
                name: "by-user".to_owned(),
                keys: Keys { hash: attribute("user", "S"), range: Some(attribute("at", "N")) },
                projection,
                units: Units { read: Some(2), write: Some(1) },
            };
            assert_eq!(of_object(&object(&index, true).to_json()), Some(index));
        }
        assert_eq!(of_object(&serde_json::json!({"by user": [{"name": "by-user"}]})), None);
    }
}
