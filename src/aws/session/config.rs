//! The SDK's configuration for one connection: region, credentials, retries, timeouts, the shared HTTP client.

use std::sync::OnceLock;
use std::time::Duration;

use aws_config::identity::IdentityCache;
use aws_config::imds;
use aws_config::imds::region::ImdsRegionProvider;
use aws_config::meta::credentials::CredentialsProviderChain;
use aws_config::meta::region::{ProvideRegion, RegionProviderChain};
use aws_config::profile::ProfileFileCredentialsProvider;
use aws_config::provider_config::ProviderConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::Credentials;
use aws_credential_types::provider::error::CredentialsError;
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider, future};
use aws_runtime::env_config::file::{EnvConfigFileKind, EnvConfigFiles};
use aws_sdk_sts::config::retry::{RetryPartition, TokenBucket};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;

use super::{InstanceMetadata, reached};
use crate::Connection;
use crate::budget::Gate;
use crate::named_profiles::{NamedProfiles, Objection};

/// Six attempts with random pauses outlast throttling, 5xx answers, resets and hangs of every service.
const ATTEMPTS: u32 = 6;
/// A connection that takes longer is not made at all: an error within five seconds is better than a run that seems to work.
const CONNECT: Duration = Duration::from_secs(4);
/// The time until an answer begins; the SDK itself ends an answer that stalls. The SDK's own limits for attempts and
/// operations would include the time that a call waits for its budget.
const ANSWER: Duration = Duration::from_secs(30);
/// The time until credentials are there: a program that gives them (`credential_process`) may ask a server. The SDK's
/// own limit is five seconds.
const CREDENTIALS: Duration = Duration::from_secs(20);
/// The metadata service is on the same host.
const METADATA: Duration = Duration::from_secs(1);
const METADATA_ATTEMPTS: u32 = 3;

/// The configuration, and the credentials before it assumes a role.
pub(super) async fn load(
    connection: &Connection,
    first_backoff: Duration,
    metadata: Option<&InstanceMetadata>,
    session_name: &str,
) -> (SdkConfig, SharedCredentialsProvider) {
    let metadata = metadata.and_then(client_of);
    let region = region(connection, metadata.as_ref()).await;
    let retries = RetryConfig::standard().with_max_attempts(ATTEMPTS).with_initial_backoff(first_backoff);
    let base = base(connection, metadata, &region, session_name).await;
    let credentials = match &connection.role_arn {
        Some(role) => {
            let config = with_credentials(connection, region.clone(), retries.clone(), base.clone()).await;
            assumed(connection, role, session_name, &config, base.clone()).await
        }
        None => base.clone(),
    };
    (with_credentials(connection, region, retries, credentials).await, base)
}

/// A client of the metadata service with a short timeout; none for an endpoint that is not a URL.
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

/// The SDK's own loader reads endpoints from the environment and from `~/.aws/config`.
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
        .identity_cache(IdentityCache::lazy().load_timeout(2 * CREDENTIALS).build())
        .credentials_provider(credentials);
    if let Some(url) = &connection.endpoint_url {
        loader = loader.endpoint_url(url);
    }
    loader.load().await
}

/// The configuration with a gate for all attempts.
pub(super) fn gated(config: &SdkConfig, gate: &Gate) -> SdkConfig {
    match config.identity_cache() {
        Some(cache) => config.clone().into_builder().identity_cache(gate.in_front_of(cache)).build(),
        None => config.clone(),
    }
}

/// The number of attempts limits the retries of each call, and the budgets limit their rate.
///
/// The SDK's own retry quota is shared by all calls of a process to a service: a large throttled run uses it up, and
/// its later calls then fail at their first attempt.
pub(super) fn retries() -> RetryPartition {
    RetryPartition::custom("orchestrate").token_bucket(TokenBucket::unlimited()).build()
}

fn http_client() -> SharedHttpClient {
    static CLIENT: OnceLock<SharedHttpClient> = OnceLock::new();
    CLIENT
        .get_or_init(|| {
            let client = aws_smithy_http_client::Builder::new()
                .tls_provider(Provider::Rustls(CryptoMode::Ring))
                .build_https();
            reached::naming(client)
        })
        .clone()
}

fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder().connect_timeout(CONNECT).read_timeout(ANSWER).build()
}

/// The requested region, else that of the environment or `~/.aws/config`, else that of this instance, else Salt's
/// default.
///
/// The SDK's own chain would also ask the metadata service on hosts that are not instances, and wait for it.
async fn region(connection: &Connection, metadata: Option<&imds::Client>) -> Region {
    if let Some(region) = &connection.region {
        return Region::new(region.clone());
    }
    if let Some(name) = &connection.aws_profile {
        let named =
            aws_config::profile::region::ProfileFileRegionProvider::builder().profile_name(name).build();
        if let Some(region) = named.region().await {
            return region;
        }
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
    tracing::warn!("no region is configured: using us-east-1, as Salt does; set 'region' in the profile");
    Region::from_static("us-east-1")
}

/// The keys of the profile, else those of the SDK's sources.
async fn base(
    connection: &Connection,
    metadata: Option<imds::Client>,
    region: &Region,
    session_name: &str,
) -> SharedCredentialsProvider {
    // STS needs a region for the roles of a profile.
    let settings = settings().with_region(Some(region.clone()));
    match (&connection.keyid, &connection.key, &connection.aws_profile) {
        (Some(keyid), Some(key), _) => SharedCredentialsProvider::new(Credentials::new(
            keyid,
            key,
            connection.session_token.clone(),
            None,
            "profile",
        )),
        (_, _, Some(name)) => SharedCredentialsProvider::new(Limited(
            ProfileFileCredentialsProvider::builder()
                .configure(&settings)
                .profile_files(profile_files(session_name))
                .profile_name(name)
                .build(),
        )),
        _ => SharedCredentialsProvider::new(chain(metadata, settings, session_name).await),
    }
}

/// The user's files, and after them the names of the sessions of their roles: later files add to earlier ones.
fn profile_files(session_name: &str) -> EnvConfigFiles {
    EnvConfigFiles::builder()
        .include_default_config_file(true)
        .include_default_credentials_file(true)
        .with_contents(EnvConfigFileKind::Config, NamedProfiles::of_user().session_names(session_name))
        .build()
}

/// The credentials of the role, assumed with the given credentials.
async fn assumed(
    connection: &Connection,
    role: &str,
    session_name: &str,
    config: &SdkConfig,
    base: SharedCredentialsProvider,
) -> SharedCredentialsProvider {
    let mut assume = aws_config::sts::AssumeRoleProvider::builder(role).session_name(session_name);
    if let Some(region) = config.region() {
        assume = assume.region(region.clone());
    }
    let mut assume = assume.configure(config);
    if let Some(id) = &connection.external_id {
        assume = assume.external_id(id);
    }
    SharedCredentialsProvider::new(assume.build_from_provider(base).await)
}

/// Credentials that must be there in time.
#[derive(Debug)]
struct Limited(ProfileFileCredentialsProvider);

impl ProvideCredentials for Limited {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        future::ProvideCredentials::new(async move {
            let late = |_| Err(CredentialsError::provider_timed_out(CREDENTIALS));
            tokio::time::timeout(CREDENTIALS, self.0.provide_credentials()).await.unwrap_or_else(late)
        })
    }
}

/// Credentials that cannot be had, with the reason.
#[derive(Debug)]
struct Refused(String);

impl ProvideCredentials for Refused {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        future::ProvideCredentials::ready(Err(CredentialsError::invalid_configuration(self.0.clone())))
    }
}

/// The SDK's sources in the SDK's order; the metadata service is asked only on an instance.
async fn chain(
    metadata: Option<imds::Client>,
    settings: ProviderConfig,
    session_name: &str,
) -> CredentialsProviderChain {
    let chain = CredentialsProviderChain::first_try(
        "environment",
        aws_config::environment::EnvironmentVariableCredentialsProvider::new(),
    );
    let chain = match NamedProfiles::of_user().objection(None) {
        Some(Objection { why, hint }) => chain.or_else("~/.aws", Refused(format!("{why}: {hint}"))),
        None => {
            let profile = ProfileFileCredentialsProvider::builder().configure(&settings);
            let profile = profile.profile_files(profile_files(session_name));
            chain.or_else("~/.aws", Limited(profile.build()))
        }
    };
    let chain = chain
        .or_else(
            "web identity",
            aws_config::web_identity_token::WebIdentityTokenCredentialsProvider::builder()
                .configure(&settings)
                .build(),
        )
        .or_else(
            "container",
            aws_config::ecs::EcsCredentialsProvider::builder().configure(&settings).build(),
        );
    let Some(client) = metadata else { return chain };
    let role = imds::credentials::ImdsCredentialsProvider::builder().configure(&settings);
    chain.or_else("instance role", role.imds_client(client).build())
}
