//! The SDK's clients of a connection, made when first used.
//!
//! This crate knows no service but STS, Systems Manager, Secrets Manager and Service Quotas: a crate that calls another
//! service declares its client with [`client!`](crate::client).

use aws_config::SdkConfig;
use aws_sdk_sts::config::retry::RetryPartition;
use aws_smithy_runtime_api::client::interceptors::SharedInterceptor;

use super::{Aws, config, counter};

/// A service of AWS, and how its client is made.
pub trait Service: 'static {
    /// The SDK's client.
    type Client: Clone + Send + Sync + 'static;

    /// Makes the client.
    fn client(settings: ClientSettings<'_>) -> Self::Client;
}

/// What the clients of a connection have in common.
#[derive(Debug)]
pub struct ClientSettings<'a> {
    /// Region, credentials, endpoint, retries and the HTTP client.
    pub config: &'a SdkConfig,
    /// Whose tokens pay for retries.
    pub retries: RetryPartition,
    /// Sees each call.
    pub interceptor: SharedInterceptor,
}

impl Aws {
    /// The client of a service.
    pub fn client<S: Service>(&self) -> S::Client {
        let counter = || counter::Counter { calls: self.calls.clone(), gate: self.gate.clone() };
        let client = self.kept_or(|| Made::<S>(self.make::<S>(SharedInterceptor::new(counter()))));
        client.0.clone()
    }

    /// Replaces the client of a service by one whose calls this interceptor sees, and maybe answers.
    pub fn intercept<S: Service>(&self, interceptor: SharedInterceptor) {
        self.keep(Made::<S>(self.make::<S>(interceptor)));
    }

    fn make<S: Service>(&self, interceptor: SharedInterceptor) -> S::Client {
        S::client(ClientSettings { config: &self.config, retries: config::retries(), interceptor })
    }
}

/// A client that was made; of its own type, so that two declarations of one service do not meet.
struct Made<S: Service>(S::Client);

/// Declares the client of a service: `aws::client!(/** SQS. */ Sqs aws_sdk_sqs);`. A last word is a setting of the client
/// that is turned on for an endpoint that replaces AWS.
#[macro_export]
macro_rules! client {
    ($(#[$doc:meta])* $name:ident $sdk:ident $($at_endpoint:ident)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $crate::Service for $name {
            type Client = $sdk::Client;

            fn client(settings: $crate::ClientSettings<'_>) -> $sdk::Client {
                let config = $sdk::config::Builder::from(settings.config).retry_partition(settings.retries);
                $(let config = config.$at_endpoint(settings.config.endpoint_url().is_some());)?
                $sdk::Client::from_conf(config.interceptor(settings.interceptor).build())
            }
        }
    };
}

crate::client!(
    /// Secrets Manager.
    SecretsManager aws_sdk_secretsmanager
);
crate::client!(
    /// Service Quotas.
    ServiceQuotas aws_sdk_servicequotas
);
crate::client!(
    /// Systems Manager.
    Ssm aws_sdk_ssm
);
crate::client!(
    /// STS.
    Sts aws_sdk_sts
);
