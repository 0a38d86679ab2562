//! The functions about option groups, by the steps of their kind.

use futures::future::FutureExt;

use super::{NAME, TAGS, exists, is_there, name};
use crate::option_group::OptionGroup;
use crate::option_group::diff::Step;
use crate::option_group::spec::{self, Fixed};
use kind::settings::Settings;
use kind::{Asker, AwsFunction, Refusal, Resource, Source};
use model::{Fields, Value};

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_rds.option_group_exists"],
        &[NAME, TAGS],
        "Returns whether an option group exists.",
        "{exists: True or False}",
        |ask, fields| exists::<OptionGroup>(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.create_option_group"],
        spec::CREATE,
        "Makes an option group without options, unless there is one of that name.",
        "{exists: True}",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.delete_option_group"],
        &[NAME],
        "Deletes an option group.",
        "{deleted: True, message: …}",
        |ask, fields| delete(ask, fields).boxed(),
    ),
];

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if !is_there::<OptionGroup>(ask, fields).await? {
        let tags = aws::tags::read(fields, "tags").unwrap_or_default();
        let step = Step::Create { name: name(fields), fixed: Fixed::read(fields), tags };
        ask.change(&[OptionGroup::KIND], OptionGroup::apply(ask.aws(), &step)).await?;
    }
    Ok([("exists", true)].into_iter().collect())
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let step = Step::Delete { name: name(fields) };
    ask.change(&[OptionGroup::KIND], OptionGroup::apply(ask.aws(), &step)).await?;
    Ok(super::changes::result("deleted", true, format!("Deleted RDS option group {}.", name(fields))))
}
