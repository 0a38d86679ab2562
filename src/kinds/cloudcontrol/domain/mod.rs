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
//! Names of Elasticsearch are converted to AWS's newer ones: `ElasticsearchVersion: '7.10'` is `Elasticsearch_7.10`, and
//! `m5.large.elasticsearch` is `m5.large.search`. `OpenSearch_2.13` can be written as it is. Access policies are compared by
//! meaning. Arguments that are left out are not managed; AWS no longer offers Salt's default version, 1.5. The arguments of
//! `boto3_elasticsearch.present` are accepted too. `blocking` is ignored: the state waits for AWS (`deadline`).
//!
//! `boto3_elasticsearch.upgraded`, `latest` and `tagged` change one property of a domain that exists or that the same run
//! creates; other properties stay. `latest` stays in the major version unless `minor_only: False` is set. AWS's table has the
//! possible upgrades; if several are needed, they are made one after the other. `tagged` adds tags; with `replace: True` it
//! removes all others.
//!
//! See <https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-opensearchservice-domain.html>.

mod export;
mod spec;
#[cfg(test)]
mod tests;
mod version;

use crate::wiring::declared;

declared! {
    /// A domain, by name. Attributes: `arn`, every property.
    Domain = "cloudcontrol.domain", "domain", &["elasticsearch", "es"], export::EXPORT;
}
