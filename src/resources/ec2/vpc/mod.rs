//! `ec2.vpc` and `ec2.default_vpc`: networks, which others name by their Name tag or id.

pub(in crate::resources::ec2) mod api;
mod live;
#[cfg(test)]
mod tests;

use crate::aws::Aws;
use crate::model::Value;
use crate::resources::{Answers, Ask, Source};

/// A VPC, by Name tag or `vpc-…`. Attributes: `id`, `cidr`, `has_ipv6`.
#[derive(Debug)]
pub struct Vpc;

/// The account's default VPC in its region, whatever the name asked for. Attributes: `id`, `cidr`, `has_ipv6`.
#[derive(Debug)]
pub struct DefaultVpc;

impl Source for Vpc {
    const KIND: &'static str = "ec2.vpc";
    const NOUN: &'static str = "VPC";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }
}

impl Source for DefaultVpc {
    const KIND: &'static str = "ec2.default_vpc";
    const NOUN: &'static str = "default VPC";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        let found = api::default(aws).await;
        let mut answers = Answers::new();
        for ask in asks {
            answers.answer(&ask.reference, found.clone());
        }
        answers
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }
}
