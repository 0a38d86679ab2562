//! The clients of a run: one set per connection, one pool of sockets for all.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

#[cfg(feature = "aws")]
use self::clients::Clients;
use super::budget::Forecast;
#[cfg(feature = "aws")]
use super::budget::Gate;
use super::{Budgets, Calls, Connection};

#[cfg(feature = "aws")]
mod clients;
#[cfg(feature = "aws")]
mod config;
#[cfg(feature = "aws")]
mod counter;
#[cfg(feature = "aws")]
mod identity;
#[cfg(feature = "aws")]
mod reached;

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
    identity: identity::Identity,
    #[cfg(feature = "aws")]
    pub(super) kept: super::kept::OneOfEachType,
}

/// All connections of a run.
#[derive(Debug)]
pub struct Sessions {
    calls: Calls,
    budgets: Budgets,
    first_backoff: Duration,
    /// The name of the sessions of assumed roles.
    name: String,
    metadata: Option<InstanceMetadata>,
    /// The account of all connections in a test that has no STS.
    #[cfg(all(test, feature = "aws"))]
    account: Option<&'static str>,
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
            name: "orchestrate".to_owned(),
            metadata: None,
            #[cfg(all(test, feature = "aws"))]
            account: None,
            open: Mutex::default(),
        }
    }

    /// All connections are in this account; STS is not asked.
    #[cfg(all(test, feature = "aws"))]
    #[must_use]
    pub fn with_account(mut self, account: &'static str) -> Self {
        self.account = Some(account);
        self
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

    /// Names the sessions of assumed roles, for readers of CloudTrail: user, host and time of the run. Letters that IAM
    /// refuses are replaced.
    #[must_use]
    pub fn with_session_name(mut self, name: &str) -> Self {
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_=,.@-".contains(letter);
        let allowed = name.chars().map(|letter| if is_allowed(letter) { letter } else { '-' });
        self.name = allowed.take(64).collect();
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
        #[cfg(all(test, feature = "aws"))]
        if let Some(account) = self.account {
            aws.note_account(account);
        }
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
            config::load(connection, sessions.first_backoff, sessions.metadata.as_ref(), &sessions.name)
                .await;
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
            identity: identity::Identity::default(),
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

    /// Without calls no account is known. Tests of the engine have a kind of their own, and one account.
    #[cfg(not(feature = "aws"))]
    pub fn account(&self) -> Option<String> {
        cfg!(test).then(|| "123456789012".to_owned())
    }

    /// Without calls no account is known.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "aws"))]
    #[expect(clippy::unused_async, reason = "the same signature as with AWS")]
    pub async fn find_account(&self) -> Result<String, super::ApiError> {
        let why = "this build has no kinds of AWS";
        Err(super::ApiError::found("GetCallerIdentity", "these credentials", super::Fault::Unsupported, why))
    }

    /// Without calls there is no limit to look up.
    #[cfg(not(feature = "aws"))]
    #[expect(clippy::unused_async, reason = "the same signature as with AWS")]
    pub async fn foresee(&self, _counts: &BTreeMap<&'static str, usize>) -> Vec<Forecast> {
        vec![]
    }

    /// Clients that answer from canned replies, for tests of `api.rs`.
    #[cfg(all(test, feature = "aws"))]
    pub fn canned(set: impl FnOnce(&mut clients::CannedClients<'_>)) -> Self {
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
            identity: identity::Identity::default(),
            kept: super::kept::OneOfEachType::default(),
        };
        set(&mut clients::CannedClients(&mut aws.clients));
        aws
    }
}
