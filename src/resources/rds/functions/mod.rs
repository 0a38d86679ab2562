//! The execution functions of RDS: `boto_rds.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_rds.html>.

use futures::future::FutureExt;

use super::parameter_group::ParameterGroup;
use super::subnet_group::SubnetGroup;
use crate::model::{Argument, Aspects, Fields, Reference, Shape, Value};
use crate::resources::{Asker, AwsFunction, Family, Refusal, Source};

const NAME: Argument = Argument::required("name", Shape::Text, "its name");
const TAGS: Argument = Argument::optional("tags", Shape::Any, "not used");

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["rds"], functions: READS }];

const READS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_rds.subnet_group_exists"],
        &[NAME, TAGS],
        "Tells whether a subnet group exists.",
        "{exists: True or False}",
        |ask, fields| exists::<SubnetGroup>(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.parameter_group_exists"],
        &[NAME, TAGS],
        "Tells whether a parameter group exists.",
        "{exists: True or False}",
        |ask, fields| exists::<ParameterGroup>(ask, fields).boxed(),
    ),
];

/// Asks what a state of the same thing asks.
async fn exists<S: Source>(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let reference = Reference::new(S::KIND, fields.required_text("name").to_lowercase());
    let found = ask.find::<S>(reference, Aspects::NONE).await?.is_some();
    Ok([("exists", found)].into_iter().collect())
}
