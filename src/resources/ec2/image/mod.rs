//! `ec2.image`: machine images, which others name by name or id.
//!
//! A name may hold `*` and `?`; the newest image that fits is meant. Anybody can publish an image under any name, so
//! a name that fits images of several owners is refused rather than guessed. See
//! <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImages.html>.

mod api;
mod live;
#[cfg(test)]
mod tests;

use crate::aws::Aws;
use crate::model::Value;
use crate::resources::{Answers, Ask, Source};

/// An image, by name, pattern or `ami-…`. Attributes: `id`, `name`, `root_device_name`.
#[derive(Debug)]
pub struct Image;

impl Source for Image {
    const KIND: &'static str = "ec2.image";
    const NOUN: &'static str = "image";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(live.id.as_str().into()),
            "name" => Some(live.name.as_str().into()),
            "root_device_name" => live.root_device_name.as_deref().map(Into::into),
            _ => None,
        }
    }
}
