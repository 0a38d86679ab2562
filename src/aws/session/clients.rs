//! The SDK's clients of a connection: one line per service.

use std::sync::OnceLock;

use super::{Aws, config, counter};

// Features that are turned on, in each client, for an endpoint that replaces AWS.
macro_rules! clients {
    ($($feature:literal $name:ident $sdk:ident $what:literal $($at_endpoint:ident)?;)*) => {
        /// One client of each service, made when first used.
        #[derive(Debug, Default)]
        pub(super) struct Clients {
            $(#[cfg(feature = $feature)] $name: OnceLock<$sdk::Client>,)*
        }

        impl Aws {
            $(
                #[doc = concat!("The client for ", $what, ".")]
                #[cfg(feature = $feature)]
                pub fn $name(&self) -> &$sdk::Client {
                    self.clients.$name.get_or_init(|| {
                        let config = $sdk::config::Builder::from(&self.config);
                        let counter = counter::Counter { calls: self.calls.clone(), gate: self.gate.clone() };
                        let config = config.interceptor(counter).retry_partition(config::retries());
                        $(let config = config.$at_endpoint(self.config.endpoint_url().is_some());)?
                        $sdk::Client::from_conf(config.build())
                    })
                }
            )*
        }

        #[cfg(test)]
        impl CannedClients<'_> {
            $(
                #[doc = concat!("Answers the calls to ", $what, " by these rules.")]
                #[cfg(feature = $feature)]
                pub fn $name(&mut self, mode: aws_smithy_mocks::RuleMode, rules: &[&aws_smithy_mocks::Rule]) {
                    let replies = aws_smithy_mocks::MockResponseInterceptor::new().rule_mode(mode);
                    let replies = rules.iter().fold(replies, |replies, rule| replies.with_rule(rule));
                    let config = $sdk::Config::builder()
                        .behavior_version($sdk::config::BehaviorVersion::latest())
                        .region($sdk::config::Region::new("us-east-1"))
                        .credentials_provider($sdk::config::Credentials::new("test", "test", None, None, "test"))
                        .http_client(aws_smithy_mocks::create_mock_http_client())
                        .interceptor(replies);
                    self.0.$name = OnceLock::from($sdk::Client::from_conf(config.build()));
                }
            )*
        }
    };
}

clients! {
    "autoscaling" autoscaling aws_sdk_autoscaling "Auto Scaling";
    "cloudcontrol" cloudcontrol aws_sdk_cloudcontrol "Cloud Control";
    "cloudwatch" cloudwatch aws_sdk_cloudwatch "CloudWatch";
    "dynamodb" dynamodb aws_sdk_dynamodb "DynamoDB";
    "ec2" ec2 aws_sdk_ec2 "EC2";
    "elasticache" elasticache aws_sdk_elasticache "ElastiCache";
    "elb" elb aws_sdk_elasticloadbalancing "classic Elastic Load Balancing";
    "elbv2" elbv2 aws_sdk_elasticloadbalancingv2 "Elastic Load Balancing";
    "events" events aws_sdk_eventbridge "EventBridge";
    "iam" iam aws_sdk_iam "IAM";
    "kms" kms aws_sdk_kms "KMS";
    "lambda" lambda aws_sdk_lambda "Lambda";
    "rds" rds aws_sdk_rds "RDS";
    "route53" route53 aws_sdk_route53 "Route 53";
    "s3" s3 aws_sdk_s3 "S3" force_path_style;
    "secretsmanager" secretsmanager aws_sdk_secretsmanager "Secrets Manager";
    "servicequotas" servicequotas aws_sdk_servicequotas "Service Quotas";
    "sns" sns aws_sdk_sns "SNS";
    "sqs" sqs aws_sdk_sqs "SQS";
    "ssm" ssm aws_sdk_ssm "Systems Manager";
    "aws" sts aws_sdk_sts "STS";
}

/// Inserts mocked clients.
#[cfg(test)]
#[derive(Debug)]
pub struct CannedClients<'a>(pub(super) &'a mut Clients);
