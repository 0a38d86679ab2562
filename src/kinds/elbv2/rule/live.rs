//! A rule as AWS describes it.

use aws_sdk_elasticloadbalancingv2::types;

use super::condition::{self, Condition};
use crate::actions::{self, RuleAction};
use crate::api::Thing;
use crate::extras::Extras;
use model::Value;

/// A rule in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its priority.
    pub priority: String,
    /// All conditions.
    pub conditions: Vec<Condition>,
    /// The actions.
    pub actions: Vec<RuleAction>,
    /// Its tags.
    pub extras: Extras,
}

impl Thing for Live {
    fn arn(&self) -> &str {
        &self.arn
    }

    fn extras(&mut self) -> &mut Extras {
        &mut self.extras
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| self.arn.as_str().into())
    }
}

/// A rule as the API describes it.
pub(crate) fn described(rule: types::Rule) -> Live {
    Live {
        arn: rule.rule_arn.unwrap_or_default(),
        priority: rule.priority.unwrap_or_default(),
        conditions: rule.conditions.unwrap_or_default().iter().map(of).collect(),
        actions: actions::of(&rule.actions.unwrap_or_default()),
        extras: Extras::default(),
    }
}

/// AWS shows the values of older rules without a configuration.
fn of(condition: &types::RuleCondition) -> Condition {
    let field = condition.field().unwrap_or_default().to_owned();
    let plain = |values: Option<&[String]>| {
        let values = values.filter(|values| !values.is_empty()).unwrap_or_else(|| condition.values());
        values.iter().map(|text| (None, text.clone())).collect()
    };
    let header = condition.http_header_config();
    let values = match field.as_str() {
        "host-header" => plain(condition.host_header_config().map(types::HostHeaderConditionConfig::values)),
        "path-pattern" => {
            plain(condition.path_pattern_config().map(types::PathPatternConditionConfig::values))
        }
        "http-request-method" => {
            plain(condition.http_request_method_config().map(types::HttpRequestMethodConditionConfig::values))
        }
        "source-ip" => plain(condition.source_ip_config().map(types::SourceIpConditionConfig::values)),
        "http-header" => plain(header.map(types::HttpHeaderConditionConfig::values)),
        _ => {
            let pairs = condition
                .query_string_config()
                .map(types::QueryStringConditionConfig::values)
                .unwrap_or_default();
            let pair = |it: &types::QueryStringKeyValuePair| {
                (
                    it.key().filter(|key| !key.is_empty()).map(str::to_owned),
                    it.value().unwrap_or_default().to_owned(),
                )
            };
            pairs.iter().map(pair).collect()
        }
    };
    Condition { field, header: header.and_then(|it| it.http_header_name().map(str::to_owned)), values }
}

/// A rule for people: the result of `describe_rules`.
pub(crate) fn shown(live: &Live) -> Value {
    let parts = [
        ("arn", live.arn.as_str().into()),
        ("priority", live.priority.as_str().into()),
        ("conditions", condition::shown(&live.conditions)),
        ("actions", actions::shown(&live.actions)),
    ];
    parts.into_iter().collect()
}
