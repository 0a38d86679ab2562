//! The SDK's configuration for one connection: region, credentials, retries, timeouts, the shared HTTP client.

use std::sync::OnceLock;
use std::time::Duration;

use aws_config::imds;
use aws_config::imds::region::ImdsRegionProvider;
use aws_config::meta::credentials::CredentialsProviderChain;
use aws_config::meta::region::RegionProviderChain;
use aws_config::provider_config::ProviderConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_sdk_sts::config::retry::{RetryPartition, TokenBucket};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;

use super::InstanceMetadata;
use crate::aws::Connection;
use crate::aws::budget::Gate;

/// Six attempts with jitter outlast throttling, 5xx answers, resets and hangs of every service.
const ATTEMPTS: u32 = 6;
const CONNECT: Duration = Duration::from_secs(5);
/// Until an answer begins; one that stops coming is given up by the SDK. The SDK's own limits for attempts and
/// operations would count the time that a call waits for its budget.
const ANSWER: Duration = Duration::from_secs(30);
/// The metadata service answers from the same host.
const METADATA: Duration = Duration::from_secs(1);
const METADATA_ATTEMPTS: u32 = 3;

/// The configuration, and the credentials that it begins with before it takes a role.
pub(super) async fn load(
    connection: &Connection,
    first_backoff: Duration,
    metadata: Option<&InstanceMetadata>,
) -> (SdkConfig, SharedCredentialsProvider) {
    let metadata = metadata.and_then(client_of);
    let region = region(connection, metadata.as_ref()).await;
    let retries = RetryConfig::standard().with_max_attempts(ATTEMPTS).with_initial_backoff(first_backoff);
    let base = base(connection, metadata).await;
    let credentials = credentials(connection, &region, &retries, base.clone()).await;
    (with_credentials(connection, region, retries, credentials).await, base)
}

/// A client of the metadata service that gives up soon; none for an endpoint that is no URL.
fn client_of(metadata: &InstanceMetadata) -> Option<imds::Client> {
    let client = imds::Client::builder()
        .configure(&settings())
        .max_attempts(METADATA_ATTEMPTS)
        .connect_timeout(METADATA)
        .read_timeout(METADATA);
    let Some(endpoint) = &metadata.endpoint else { return Some(client.build()) };
    match client.endpoint(endpoint) {
        Ok(client) => Some(client.build()),
        Err(error) => {
            tracing::warn!("the instance metadata service cannot be asked at '{endpoint}': {error}");
            None
        }
    }
}

fn settings() -> ProviderConfig {
    ProviderConfig::default().with_http_client(http_client()).with_region(None)
}

/// Endpoints of the environment and of `~/.aws/config` are heeded by the SDK's own loader.
async fn with_credentials(
    connection: &Connection,
    region: Region,
    retries: RetryConfig,
    credentials: SharedCredentialsProvider,
) -> SdkConfig {
    let mut loader = aws_config::defaults(BehaviorVersion::latest())
        .http_client(http_client())
        .retry_config(retries)
        .timeout_config(timeouts())
        .region(region)
        .credentials_provider(credentials);
    if let Some(url) = &connection.endpoint_url {
        loader = loader.endpoint_url(url);
    }
    loader.load().await
}

/// The configuration with a gate that all attempts pass.
pub(super) fn gated(config: &SdkConfig, gate: &Gate) -> SdkConfig {
    match config.identity_cache() {
        Some(cache) => config.clone().into_builder().identity_cache(gate.in_front_of(cache)).build(),
        None => config.clone(),
    }
}

/// Retries are limited by each call's attempts, and their rate by the budgets.
///
/// The SDK's own quota is one for all calls of a process to a service: a large run that is throttled uses it up, and its
/// calls then fail at their first attempt.
pub(super) fn retries() -> RetryPartition {
    RetryPartition::custom("orchestrate").token_bucket(TokenBucket::unlimited()).build()
}

fn http_client() -> SharedHttpClient {
    static CLIENT: OnceLock<SharedHttpClient> = OnceLock::new();
    CLIENT
        .get_or_init(|| {
            aws_smithy_http_client::Builder::new()
                .tls_provider(Provider::Rustls(CryptoMode::Ring))
                .build_https()
        })
        .clone()
}

fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder().connect_timeout(CONNECT).read_timeout(ANSWER).build()
}

/// The region asked for, else that of environment or `~/.aws/config`, else that of the instance that this is, else
/// Salt's default.
///
/// The SDK's own chain would also ask the metadata service of hosts that are no instances, and wait for it.
async fn region(connection: &Connection, metadata: Option<&imds::Client>) -> Region {
    if let Some(region) = &connection.region {
        return Region::new(region.clone());
    }
    let chain = RegionProviderChain::first_try(
        aws_config::environment::region::EnvironmentVariableRegionProvider::new(),
    )
    .or_else(aws_config::profile::region::ProfileFileRegionProvider::new());
    if let Some(region) = chain.region().await {
        return region;
    }
    if let Some(client) = metadata {
        let own = ImdsRegionProvider::builder().configure(&settings()).imds_client(client.clone()).build();
        if let Some(region) = own.region().await {
            return region;
        }
    }
    tracing::warn!("no region is configured: using us-east-1, as Salt does; say 'region' in the profile");
    Region::from_static("us-east-1")
}

/// The keys of the profile, else what the SDK's sources give.
async fn base(connection: &Connection, metadata: Option<imds::Client>) -> SharedCredentialsProvider {
    match (&connection.keyid, &connection.key) {
        (Some(keyid), Some(key)) => SharedCredentialsProvider::new(Credentials::new(
            keyid,
            key,
            connection.session_token.clone(),
            None,
            "profile",
        )),
        _ => SharedCredentialsProvider::new(chain(metadata).await),
    }
}

/// Those of the role, if there is one, taken with the credentials that there are.
async fn credentials(
    connection: &Connection,
    region: &Region,
    retries: &RetryConfig,
    base: SharedCredentialsProvider,
) -> SharedCredentialsProvider {
    let Some(role) = &connection.role_arn else { return base };
    let config = with_credentials(connection, region.clone(), retries.clone(), base.clone()).await;
    let mut assume = aws_config::sts::AssumeRoleProvider::builder(role)
        .session_name("orchestrate")
        .region(region.clone())
        .configure(&config);
    if let Some(id) = &connection.external_id {
        assume = assume.external_id(id);
    }
    SharedCredentialsProvider::new(assume.build_from_provider(base).await)
}

/// The SDK's sources in the SDK's order; the metadata service is asked only on an instance.
async fn chain(metadata: Option<imds::Client>) -> CredentialsProviderChain {
    let settings = settings();
    let chain = CredentialsProviderChain::first_try(
        "environment",
        aws_config::environment::EnvironmentVariableCredentialsProvider::new(),
    )
    .or_else(
        "~/.aws",
        aws_config::profile::ProfileFileCredentialsProvider::builder().configure(&settings).build(),
    )
    .or_else(
        "web identity",
        aws_config::web_identity_token::WebIdentityTokenCredentialsProvider::builder()
            .configure(&settings)
            .build(),
    )
    .or_else("container", aws_config::ecs::EcsCredentialsProvider::builder().configure(&settings).build());
    let Some(client) = metadata else { return chain };
    let role = imds::credentials::ImdsCredentialsProvider::builder().configure(&settings);
    chain.or_else("instance role", role.imds_client(client).build())
}
