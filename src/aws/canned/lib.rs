//! An AWS that answers from canned replies, for tests of what calls AWS. No product code uses it.

use aws::{Aws, Service};
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_mocks::{MockResponseInterceptor, Rule, RuleMode, create_mock_http_client};
use aws_smithy_runtime_api::client::interceptors::SharedInterceptor;

/// The clients of a connection that reaches nothing.
#[derive(Debug)]
pub struct Clients<'a>(&'a Aws);

/// A connection that reaches nothing, whose clients `set` gives their replies.
pub fn aws(set: impl FnOnce(&mut Clients<'_>)) -> Aws {
    let config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(SharedCredentialsProvider::new(Credentials::new(
            "test", "test", None, None, "test",
        )))
        .http_client(create_mock_http_client())
        .build();
    let aws = Aws::of_config(config);
    set(&mut Clients(&aws));
    aws
}

impl Clients<'_> {
    /// Answers the calls to a service by these rules.
    pub fn answer<S: Service>(&mut self, mode: RuleMode, rules: &[&Rule]) {
        let replies = MockResponseInterceptor::new().rule_mode(mode);
        let replies = rules.iter().fold(replies, |replies, rule| replies.with_rule(rule));
        self.0.intercept::<S>(SharedInterceptor::new(replies));
    }
}
