//! `ec2.subnet`: parts of networks, which others name by their Name tag or id.

mod api;
mod live;
#[cfg(test)]
mod tests;

use crate::aws::Aws;
use crate::model::Value;
use crate::resources::{Answers, Ask, Source};

/// A subnet, by Name tag or `subnet-…`; the scope, if any, is the id of its VPC.
///
/// Attributes: `id`, `vpc_id`, `availability_zone`, `cidr`.
#[derive(Debug)]
pub struct Subnet;

impl Source for Subnet {
    const KIND: &'static str = "ec2.subnet";
    const NOUN: &'static str = "subnet";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        let text = match attribute {
            "id" => &live.id,
            "vpc_id" => &live.vpc_id,
            "availability_zone" => &live.availability_zone,
            "cidr" => &live.cidr,
            _ => return None,
        };
        Some(text.as_str().into())
    }
}
