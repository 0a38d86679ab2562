//! `cloudcontrol.distribution`: a distribution of CloudFront, `AWS::CloudFront::Distribution`.
//!
//! ```yaml
//! website:
//!   boto_cloudfront.present:
//!     - config:
//!         Comment: website
//!         Enabled: True
//!         DefaultCacheBehavior: {TargetOriginId: bucket, ViewerProtocolPolicy: redirect-to-https, …}
//!         Origins: [{Id: bucket, DomainName: example.s3.amazonaws.com, S3OriginConfig: {}}]
//!     - tags: {team: web}
//!     - profile: aws_profile
//! ```
//!
//! It is found by its Name tag, which is the state's name, as in Salt. `config` is AWS's `DistributionConfig`; lists may be
//! written as CloudFormation writes them, or with AWS's own `Quantity` and `Items`. Settings that are left out are not managed,
//! while Salt compares the whole. `CallerReference` is ignored: AWS needs none here. `absent` (beyond Salt) disables a
//! distribution and then deletes it, which takes minutes. For Cloud Control CloudFront is in us-east-1: set this region in the
//! profile.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudfront-distribution.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;

pub(super) use spec::TYPE;

use crate::wiring::declared;

declared! {
    /// A distribution, by its Name tag. Attributes: `id`, `DomainName`.
    Distribution = "cloudcontrol.distribution", "distribution", &["cloudfront"], export::EXPORT;
}
