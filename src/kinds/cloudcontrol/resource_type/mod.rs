//! `cloudcontrol.resource_type`: the schema of a resource type, from CloudFormation's registry.

mod api;

use crate::facts::Facts;
use aws::Aws;
use kind::{Answers, Ask, Source};
use model::Value;

/// A resource type, by its name. Attribute: `facts`.
#[derive(Debug)]
pub struct ResourceType;

impl Source for ResourceType {
    const KIND: &'static str = "cloudcontrol.resource_type";
    const NOUN: &'static str = "resource type";
    type Live = Facts;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Facts> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Facts, attribute: &str) -> Option<Value> {
        (attribute == "facts").then(|| serde_json::to_value(live).unwrap_or_default().into())
    }
}
