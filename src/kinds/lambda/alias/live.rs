//! An alias as AWS describes it.

use aws_sdk_lambda::operation::get_alias::GetAliasOutput;

use super::spec::{Settings, Weights};
use crate::permission::Permissions;
use model::{Asked, Value};

/// An alias in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its version, description and routing.
    pub settings: Settings,
    /// The statements of its policy, if they were read.
    pub permissions: Asked<Permissions>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| self.arn.as_str().into())
    }
}

impl From<GetAliasOutput> for Live {
    fn from(it: GetAliasOutput) -> Self {
        let weights = it.routing_config.and_then(|it| it.additional_version_weights).unwrap_or_default();
        Self {
            arn: it.alias_arn.unwrap_or_default(),
            settings: Settings {
                version: it.function_version,
                description: Some(it.description.unwrap_or_default()),
                routing: Some(Weights(weights.into_iter().collect())),
            },
            ..Self::default()
        }
    }
}
