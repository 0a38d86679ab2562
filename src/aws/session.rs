//! The clients of a run: one set per connection, one pool of sockets for all.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
#[cfg(feature = "aws")]
use std::sync::OnceLock;
use std::time::Duration;

use tokio::sync::Mutex;

use super::budget::Forecast;
#[cfg(feature = "aws")]
use super::budget::Gate;
use super::{Budgets, Calls, Connection};

#[cfg(feature = "aws")]
mod config;
#[cfg(feature = "aws")]
mod counter;
#[cfg(feature = "aws")]
mod identity;

/// The clients for one account and region, made when first used.
#[derive(Debug)]
pub struct Aws {
    /// Its account, region and endpoint.
    pub connection: Connection,
    /// The effective region, after the SDK's own chain.
    pub region: String,
    #[cfg(feature = "aws")]
    config: aws_config::SdkConfig,
    /// The credentials before it assumes a role.
    #[cfg(feature = "aws")]
    base: aws_credential_types::provider::SharedCredentialsProvider,
    #[cfg(feature = "aws")]
    calls: Calls,
    #[cfg(feature = "aws")]
    gate: Gate,
    #[cfg(feature = "aws")]
    clients: Clients,
    #[cfg(feature = "aws")]
    pub(super) kept: super::kept::OneOfEachType,
}

// Features that are turned on, in each client, for an endpoint that replaces AWS.
macro_rules! clients {
    ($($feature:literal $name:ident $sdk:ident $what:literal $($at_endpoint:ident)?;)*) => {
        #[cfg(feature = "aws")]
        #[derive(Debug, Default)]
        struct Clients {
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

        #[cfg(all(test, feature = "aws"))]
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

/// All connections of a run.
#[derive(Debug)]
pub struct Sessions {
    calls: Calls,
    budgets: Budgets,
    first_backoff: Duration,
    metadata: Option<InstanceMetadata>,
    open: Mutex<Open>,
}

/// The open sessions, by each spelling that was requested.
#[derive(Debug, Default)]
struct Open {
    sessions: HashMap<Connection, Arc<Aws>>,
    #[cfg(feature = "aws")]
    identities: identity::Identities,
}

/// The metadata service of the EC2 instance on which the program runs.
#[derive(Clone, Debug)]
pub struct InstanceMetadata {
    /// Its address; none for the usual address on every instance.
    pub endpoint: Option<String>,
}

impl Default for Sessions {
    fn default() -> Self {
        Self::new()
    }
}

impl Sessions {
    /// No connection yet.
    pub fn new() -> Self {
        Self {
            calls: Calls::default(),
            budgets: Budgets::default(),
            first_backoff: Duration::from_secs(1),
            metadata: None,
            open: Mutex::default(),
        }
    }

    /// Takes calls from these budgets.
    #[must_use]
    pub fn with_budgets(mut self, budgets: Budgets) -> Self {
        self.budgets = budgets;
        self
    }

    /// Sets the pause before the first retry, which varies at random; later pauses double. The default is one second.
    #[must_use]
    pub fn with_first_backoff(mut self, pause: Duration) -> Self {
        self.first_backoff = pause;
        self
    }

    /// Reads region and credentials that are not configured from the metadata of this instance.
    ///
    /// Without this, the metadata service is never asked, so a host that is not an instance does not wait for it.
    #[must_use]
    pub fn with_metadata(mut self, metadata: Option<InstanceMetadata>) -> Self {
        self.metadata = metadata;
        self
    }

    /// The calls of all connections so far.
    pub fn calls(&self) -> &Calls {
        &self.calls
    }

    /// The clients for a connection, made on first use. All spellings of one session get the same clients.
    ///
    /// Makes no call, unless another spelling is open in that region and endpoint that may be the same account.
    pub async fn open(&self, connection: &Connection) -> Arc<Aws> {
        let mut open = self.open.lock().await;
        if let Some(aws) = open.sessions.get(connection) {
            return aws.clone();
        }
        let aws = Aws::connect(connection, self).await;
        #[cfg(feature = "aws")]
        let known = {
            let Open { sessions, identities } = &mut *open;
            identities.find(&aws, sessions.values()).await
        };
        #[cfg(feature = "aws")]
        let aws = known.unwrap_or_else(|| Arc::new(aws));
        #[cfg(not(feature = "aws"))]
        let aws = Arc::new(aws);
        open.sessions.insert(connection.clone(), aws.clone());
        aws
    }
}

impl Aws {
    #[cfg(feature = "aws")]
    async fn connect(connection: &Connection, sessions: &Sessions) -> Self {
        let (config, base) =
            config::load(connection, sessions.first_backoff, sessions.metadata.as_ref()).await;
        let region = config.region().map(ToString::to_string).unwrap_or_default();
        let calls = sessions.calls.clone();
        let endpoint = config.endpoint_url().map(str::to_owned);
        let gate = Gate::new(sessions.budgets.clone(), calls.clone(), region.clone(), endpoint);
        Self {
            connection: connection.clone(),
            region,
            config: config::gated(&config, &gate),
            base,
            calls,
            gate,
            clients: Clients::default(),
            kept: super::kept::OneOfEachType::default(),
        }
    }

    #[cfg(not(feature = "aws"))]
    #[expect(clippy::unused_async, reason = "the same signature as with AWS")]
    async fn connect(connection: &Connection, _sessions: &Sessions) -> Self {
        Self { connection: connection.clone(), region: connection.region.clone().unwrap_or_default() }
    }

    /// The endpoint for all services, if it is not AWS's own.
    #[cfg(feature = "aws")]
    pub(super) fn endpoint(&self) -> Option<&str> {
        self.config.endpoint_url()
    }

    /// The waits that AWS's limits cause for this many calls, by `SQS.CreateQueue`; longest first.
    #[cfg(feature = "aws")]
    pub async fn foresee(&self, counts: &BTreeMap<&'static str, usize>) -> Vec<Forecast> {
        self.gate.foresee(self, counts).await
    }

    /// Without calls there is no limit to look up.
    #[cfg(not(feature = "aws"))]
    #[expect(clippy::unused_async, reason = "the same signature as with AWS")]
    pub async fn foresee(&self, _counts: &BTreeMap<&'static str, usize>) -> Vec<Forecast> {
        vec![]
    }

    /// Clients that answer from canned replies, for tests of `api.rs`.
    #[cfg(all(test, feature = "aws"))]
    pub fn canned(set: impl FnOnce(&mut CannedClients<'_>)) -> Self {
        let mut aws = Self {
            connection: Connection::default(),
            region: "us-east-1".to_owned(),
            config: aws_config::SdkConfig::builder().build(),
            base: aws_credential_types::provider::SharedCredentialsProvider::new(
                aws_credential_types::Credentials::new("test", "test", None, None, "test"),
            ),
            calls: Calls::default(),
            gate: Gate::new(Budgets::default(), Calls::default(), "us-east-1".to_owned(), None),
            clients: Clients::default(),
            kept: super::kept::OneOfEachType::default(),
        };
        set(&mut CannedClients(&mut aws.clients));
        aws
    }
}

/// Inserts mocked clients.
#[cfg(all(test, feature = "aws"))]
#[derive(Debug)]
pub struct CannedClients<'a>(&'a mut Clients);
