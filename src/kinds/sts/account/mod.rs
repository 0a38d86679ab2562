//! `sts.account`: the account of the credentials, with its partition.
//!
//! Kinds that must write an ARN or compare an owner refer to it: `Reference::new("sts.account", "")` with the attributes
//! `id` (`123456789012`), `partition` (`aws`, `aws-cn`, `aws-us-gov`) and `region`. One GetCallerIdentity call reads all of them; it
//! needs no permission.
//!
//! See <https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html>.

mod api;
mod live;
#[cfg(test)]
mod tests;

use aws::Aws;
use kind::{Answers, Ask, Source};
use model::Value;

/// The account of a connection.
#[derive(Debug)]
pub struct Account;

impl Source for Account {
    const KIND: &'static str = "sts.account";
    const NOUN: &'static str = "AWS account";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(live.id.as_str().into()),
            "partition" => Some(live.partition.as_str().into()),
            "region" => Some(live.region.as_str().into()),
            _ => None,
        }
    }
}
