//! Arguments that several functions have, and their meaning for EC2.

use crate::api::exactly;
use kind::Refusal;
use model::fields::{text, texts};
use model::{Argument, Fields, Shape, Value};

pub(super) const VPC_ID: Argument = Argument::optional("vpc_id", Shape::Text, "the VPC, by id");
pub(super) const VPC_NAME: Argument = Argument::optional("vpc_name", Shape::Text, "the VPC, by Name tag");
pub(super) const NAME: Argument = Argument::optional("name", Shape::Text, "its name");
pub(super) const TAGS: Argument =
    Argument::optional("tags", Shape::Table(&Shape::Text), "tags that it has, with their values");
pub(super) const CIDR: Argument = Argument::optional("cidr", Shape::Text, "its IPv4 range");
pub(super) const FILTERS: Argument =
    Argument::optional("filters", Shape::Table(&Shape::Texts), "EC2's filters: a value or a list for each");

/// A filter and its values.
pub(super) type Filters = Vec<(String, Vec<String>)>;

/// Filters as EC2 names them, from what an author wrote; arguments that a function does not have are left out.
pub(super) fn filters(fields: &Fields, given: &[(&str, &str)]) -> Filters {
    given
        .iter()
        .filter(|(argument, _)| fields.takes(argument))
        .filter_map(|(argument, filter)| {
            let values = fields.texts(argument)?;
            let values = if filter.starts_with("tag:") {
                values.iter().map(|value| exactly(value)).collect()
            } else {
                values
            };
            Some(((*filter).to_owned(), values))
        })
        .collect()
}

/// The argument `tags` as filters.
pub(super) fn tag_filters(fields: &Fields) -> Filters {
    let tags = if fields.takes("tags") { fields.table("tags") } else { None }.unwrap_or_default();
    tags.into_iter().map(|(key, node)| (format!("tag:{key}"), vec![text(node).unwrap_or_default()])).collect()
}

/// The argument `filters`.
pub(super) fn free_filters(fields: &Fields) -> Filters {
    let table = if fields.takes("filters") { fields.table("filters") } else { None }.unwrap_or_default();
    table.into_iter().map(|(name, node)| (name, texts(node))).collect()
}

/// An error unless exactly one of these arguments is given.
pub(super) fn exactly_one(fields: &Fields, names: &[&str]) -> Result<(), Refusal> {
    if names.iter().filter(|name| fields.has(name)).count() == 1 {
        return Ok(());
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let quoted = quoted.join(if names.len() == 2 { " OR " } else { ", " });
    Err(Refusal::Because(format!("Exactly one of {quoted} must be provided")))
}

/// Whether functions return whole things.
pub(super) const RETURN_OBJS: Argument = Argument::optional(
    "return_objs",
    Shape::Boolean,
    "return mappings with the attributes of boto 2's objects instead of ids",
);

/// The ids of things, or the things if `return_objs` is true.
pub(super) fn ids_or_objects(fields: &Fields, found: Value) -> Value {
    if fields.boolean("return_objs") == Some(true) { found } else { ids(&found) }
}

/// The ids of things.
pub(super) fn ids(found: &Value) -> Value {
    let all = found.as_list().unwrap_or_default();
    Value::List(all.iter().filter_map(|it| it.traverse("id", ":").cloned()).collect())
}

/// An error if several of these arguments are given.
pub(super) fn at_most_one(fields: &Fields, names: &[&str]) -> Result<(), Refusal> {
    if names.iter().filter(|name| fields.has(name)).count() <= 1 {
        return Ok(());
    }
    Err(Refusal::Because(format!("Only one of {} may be provided.", names.join(" or "))))
}
