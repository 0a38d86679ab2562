//! A parameter group as AWS describes it.

use std::collections::BTreeMap;

use aws_sdk_rds::types;

use super::spec::Fixed;
use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Asked, Value};

/// A parameter group in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// Its parameters by name, if they were read.
    pub parameters: Asked<BTreeMap<String, Parameter>>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

/// A parameter in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameter {
    /// Its value; none for the engine's default.
    pub value: Option<String>,
    /// The values that it can have: `0,1`, `1-8388607`.
    pub allowed: String,
    /// True if a change applies only after a restart.
    pub is_static: bool,
    /// True if it was set, so that it does not have its default.
    pub is_set: bool,
    /// True if only RDS can set it.
    pub is_locked: bool,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            _ => None,
        }
    }
}

/// A group as the API describes it.
pub(super) fn described(group: types::DbParameterGroup) -> Live {
    Live {
        arn: group.db_parameter_group_arn.unwrap_or_default(),
        name: group.db_parameter_group_name.unwrap_or_default().to_lowercase(),
        fixed: Fixed { family: group.db_parameter_group_family, description: group.description },
        ..Live::default()
    }
}

/// Name and state of a parameter as the API describes it.
pub(super) fn parameter(parameter: types::Parameter) -> (String, Parameter) {
    let name = parameter.parameter_name.unwrap_or_default();
    let of = Parameter {
        value: parameter.parameter_value,
        allowed: parameter.allowed_values.unwrap_or_default(),
        is_static: parameter.apply_type.as_deref() == Some("static"),
        is_set: parameter.source.as_deref() == Some("user"),
        is_locked: parameter.is_modifiable == Some(false),
    };
    (name, of)
}
