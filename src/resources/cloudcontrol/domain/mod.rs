//! `cloudcontrol.domain`: a domain of OpenSearch Service, which also runs Elasticsearch, `AWS::OpenSearchService::Domain`.
//!
//! ```yaml
//! search:
//!   boto_elasticsearch_domain.present:
//!     - DomainName: search
//!     - ElasticsearchVersion: '7.10'
//!     - ElasticsearchClusterConfig: {InstanceType: m5.large.elasticsearch, InstanceCount: 2}
//!     - EBSOptions: {EBSEnabled: True, VolumeType: gp3, VolumeSize: 20}
//!     - AccessPolicies: {Statement: […]}
//!     - profile: aws_profile
//! ```
//!
//! Names of Elasticsearch are taken in AWS's newer words: `ElasticsearchVersion: '7.10'` is `Elasticsearch_7.10`, and
//! `m5.large.elasticsearch` is `m5.large.search`. `OpenSearch_2.13` can be written as it is. Access policies are compared by meaning.
//! What is left out is not managed; Salt's default version, 1.5, is not offered any more. Beyond Salt's older state there are the
//! arguments of `boto3_elasticsearch.present`. `blocking` is passed over: the state waits for AWS (`deadline`).
//!
//! `boto3_elasticsearch.upgraded`, `latest` and `tagged` change one thing of a domain that exists or that the same run makes, and leave
//! all else. `latest` stays in the major version unless `minor_only: False`; AWS's table says which upgrades there are, and where
//! several are needed they are made one after the other. `tagged` adds tags; with `replace: True` there are no others.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-opensearchservice-domain.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;
mod version;

use crate::resources::cloudcontrol::wiring::declared;

declared! {
    /// A domain, by name. Attributes: `arn`, every property.
    Domain = "cloudcontrol.domain", "domain", &["elasticsearch", "es"], export::EXPORT;
}
