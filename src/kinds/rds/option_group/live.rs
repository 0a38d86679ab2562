//! An option group as AWS describes it.

use std::collections::BTreeMap;

use aws_sdk_rds::types;

use super::option::{Plain, There};
use super::spec::Fixed;
use crate::parameter_group::live::Parameter;
use crate::values::Words;
use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Asked, Ident, Value};

/// An option group in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// Its options by name.
    pub options: BTreeMap<String, There>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
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
pub(super) fn described(group: types::OptionGroup) -> Live {
    let options = group.options.unwrap_or_default().into_iter();
    Live {
        arn: group.option_group_arn.unwrap_or_default(),
        name: group.option_group_name.unwrap_or_default().to_lowercase(),
        fixed: Fixed {
            engine: group.engine_name,
            version: group.major_engine_version,
            description: group.option_group_description,
        },
        options: options.map(option).collect(),
        tags: Asked::NotAsked,
    }
}

fn option(option: types::Option) -> (String, There) {
    let name = option.option_name.clone().unwrap_or_default();
    let old = option.db_security_group_memberships().iter();
    let old = Words::of(old.filter_map(|group| group.db_security_group_name()));
    let groups = option.vpc_security_group_memberships().iter();
    let groups = groups.filter(|group| group.status() != Some("removing"));
    let mut groups: Vec<Ident> =
        groups.filter_map(|group| group.vpc_security_group_id()).map(Ident::from).collect();
    groups.sort();
    let there = There {
        settings: option.option_settings().iter().map(setting).collect(),
        plain: Plain { port: option.port, version: option.option_version, db_groups: Some(old) },
        groups,
        is_permanent: option.permanent == Some(true),
    };
    (name, there)
}

fn setting(setting: &types::OptionSetting) -> (String, Parameter) {
    let value = setting.value.clone().filter(|value| !value.is_empty());
    let of = Parameter {
        is_set: value.is_some() && value != setting.default_value,
        value,
        allowed: setting.allowed_values.clone().unwrap_or_default(),
        is_locked: setting.is_modifiable == Some(false),
        ..Parameter::default()
    };
    (setting.name.clone().unwrap_or_default(), of)
}
