//! `ec2.launch_template`: launch templates, which groups of instances name by name or id.

mod api;
mod live;
#[cfg(test)]
mod tests;

use crate::aws::Aws;
use crate::model::Value;
use crate::resources::{Answers, Ask, Source};

/// A launch template, by name or `lt-…`. Attributes: `id`, `name`, `latest_version`, `default_version`, as text.
#[derive(Debug)]
pub struct LaunchTemplate;

impl Source for LaunchTemplate {
    const KIND: &'static str = "ec2.launch_template";
    const NOUN: &'static str = "launch template";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(live.id.as_str().into()),
            "name" => Some(live.name.as_str().into()),
            "latest_version" => Some(live.latest_version.to_string().into()),
            "default_version" => Some(live.default_version.to_string().into()),
            _ => None,
        }
    }
}
