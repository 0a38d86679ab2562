//! Functions that make tables and change their capacity.

use futures::future::FutureExt;

use super::NAME;
use super::indexes::{THROUGHPUT, UNITS, units};
use crate::table::Table;
use crate::table::api::apply;
use crate::table::diff::{New, Step};
use crate::table::index::{self, Attribute, INDEXES, Index, KIND, Keys, Units};
use aws::wait::{Patience, until};
use aws::{ApiError, tags};
use kind::{Ask, Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Problems, Reference, Shape, Value};

const READS: &str = "reads per second of a provisioned table";
const GLOBAL: Argument =
    Argument::optional("global_indexes", Shape::Table(&Shape::Record(UNITS)), "indexes by name");

pub(super) const TABLES: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_dynamodb.create_table", "boto3_dynamodb.create_table"],
        &[
            NAME,
            Argument::optional("read_capacity_units", Shape::Integer, READS),
            Argument::optional("write_capacity_units", Shape::Integer, "writes per second"),
            Argument::optional("hash_key", Shape::Text, "the partition key"),
            Argument::optional("hash_key_data_type", KIND, "S (default), N or B"),
            Argument::optional("range_key", Shape::Text, "the sort key"),
            Argument::optional("range_key_data_type", KIND, "S (default), N or B"),
            Argument::optional("local_indexes", INDEXES, "its local indexes, as in boto_dynamodb.present"),
            Argument::optional("global_indexes", INDEXES, "its global indexes, as in boto_dynamodb.present"),
        ],
        "Makes a table. Without capacity units its billing mode is PAY_PER_REQUEST.",
        "True",
        |ask, fields| create(ask, fields).boxed(),
    )
    .after_connection(8),
    AwsFunction::change(
        &["boto_dynamodb.update", "boto3_dynamodb.update"],
        &[NAME, Argument::optional("throughput", THROUGHPUT, "the capacity of the table"), GLOBAL],
        "Changes the capacity of a table and of its global indexes; False when neither is given.",
        "True, or False",
        |ask, fields| update(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_dynamodb.update_global_secondary_index", "boto3_dynamodb.update_global_secondary_index"],
        &[NAME, Argument::required("global_indexes", Shape::Table(&Shape::Record(UNITS)), "indexes by name")],
        "Changes the capacity of global indexes; False when none is given.",
        "True, or False",
        |ask, fields| update(ask, fields).boxed(),
    ),
];

fn keys(fields: &Fields) -> Result<Keys, Refusal> {
    let attribute = |key: &str| {
        let kind = index::kind(fields.text(&format!("{key}_data_type")).as_deref());
        fields.text(key).map(|name| Attribute { name, kind })
    };
    let missing = || Refusal::Because("a new table needs 'hash_key'".to_owned());
    Ok(Keys { hash: attribute("hash_key").ok_or_else(missing)?, range: attribute("range_key") })
}

fn new(fields: &Fields) -> Result<New, Refusal> {
    let mut problems = Problems::default();
    let own =
        Units { read: fields.integer("read_capacity_units"), write: fields.integer("write_capacity_units") };
    let local = index::read(fields, "local_indexes", &mut problems).unwrap_or_default();
    let global = index::read(fields, "global_indexes", &mut problems).unwrap_or_default();
    // An index without its own capacity gets the table's.
    let global = global.into_iter().map(|index| Index { units: index.units.or(own), ..index }).collect();
    let keys = keys(fields)?;
    problems.or(()).map_err(|problems| Refusal::Because(problems.to_string()))?;
    Ok(New {
        keys,
        units: (!own.is_empty()).then_some(own),
        local,
        global,
        stream: String::new(),
        encryption: None,
        protection: None,
        tags: tags::Tags::new(),
    })
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let reference = Reference::new(Table::KIND, &name);
    let asks = [Ask { reference: reference.clone(), aspects: Aspects::NONE }];
    let step = Step::Create { name, new: Box::new(new(fields)?) };
    let done = async {
        apply(ask.aws(), &step).await?;
        // Reads show the new table only some moments later.
        let look = || async {
            let found = Table::describe(ask.aws(), &asks).await.0.shift_remove(&reference);
            Ok::<_, ApiError>(found.transpose()?.flatten().map(drop))
        };
        until(Patience::APPEARING, look).await
    };
    Ok(ask.change(&[Table::KIND], done).await?.is_ok().into())
}

/// Changes the capacity of the table, if `throughput` is given, and of the indexes.
async fn update(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let own = fields.takes("throughput").then(|| fields.record("throughput")).flatten();
    let own = own.as_ref().map(units);
    let indexes = fields.table(GLOBAL.name).unwrap_or_default();
    let of = |(name, node): (String, &model::Node)| {
        let number = |key: &str| {
            let found = node.as_map().into_iter().flatten().find(|(it, _)| it.as_str() == Some(key));
            found.and_then(|(_, entry)| model::fields::integer(&entry.node))
        };
        (name, Units { read: number("read"), write: number("write") })
    };
    let indexes: Vec<(String, Units)> = indexes.into_iter().map(of).collect();
    if own.is_none() && indexes.is_empty() {
        return Ok(false.into());
    }
    let step = Step::Bill { name: fields.required_text(NAME.name), units: own, indexes };
    ask.change(&[Table::KIND], apply(ask.aws(), &step)).await?;
    Ok(true.into())
}
