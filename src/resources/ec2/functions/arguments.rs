//! Arguments that several functions take, and what they mean to EC2.

use crate::model::fields::{text, texts};
use crate::model::{Argument, Fields, Shape};
use crate::resources::ec2::api::exactly;

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

/// Filters as EC2 names them, from what an author wrote; what a function does not take is left out.
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
    let tags = fields.table("tags").unwrap_or_default();
    tags.into_iter().map(|(key, node)| (format!("tag:{key}"), vec![text(node).unwrap_or_default()])).collect()
}

/// The argument `filters`.
pub(super) fn free_filters(fields: &Fields) -> Filters {
    let table = fields.table("filters").unwrap_or_default();
    table.into_iter().map(|(name, node)| (name, texts(node))).collect()
}
