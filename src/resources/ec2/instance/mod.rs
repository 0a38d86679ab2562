//! `ec2.instance` and `ec2.instances`: machines, which others name by a tag or id.
//!
//! Instances that are shutting down or terminated count as gone; their names are often in use again.

mod api;
mod live;
#[cfg(test)]
mod tests;

use crate::aws::Aws;
use crate::model::Value;
use crate::resources::{Answers, Ask, Source};

/// One instance, by `i-…` or Name tag; with a scope `tag:<key>` the name is the value of that tag.
///
/// Attributes: `id`, `private_ip_address`, `public_ip_address`, `private_dns_name`, `public_dns_name`, `subnet_id`,
/// `vpc_id`, `availability_zone`, `state`, `tags`.
#[derive(Debug)]
pub struct Instance;

/// All instances with a Name tag (or with a tag, as for one). Attribute: `ids`, sorted.
#[derive(Debug)]
pub struct Instances;

impl Source for Instance {
    const KIND: &'static str = "ec2.instance";
    const NOUN: &'static str = "instance";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }
}

impl Source for Instances {
    const KIND: &'static str = "ec2.instances";
    const NOUN: &'static str = "instances";
    type Live = Vec<live::Live>;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Vec<live::Live>> {
        api::describe_all(aws, asks).await
    }

    fn attribute(live: &Vec<live::Live>, attribute: &str) -> Option<Value> {
        let ids = || live.iter().map(|instance| Value::from(instance.id.as_str())).collect();
        (attribute == "ids").then(|| Value::List(ids()))
    }
}
