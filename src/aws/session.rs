//! The clients of a run: one set per connection, one pool of sockets for all.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use super::budget::Forecast;
use super::budget::Gate;
use super::{Budgets, Calls, Connection};

mod clients;
mod config;
mod counter;
mod identity;
mod reached;

pub use clients::{ClientSettings, SecretsManager, Service, ServiceQuotas, Ssm, Sts};

/// The clients for one account and region, made when first used.
#[derive(Debug)]
pub struct Aws {
    /// Its account, region and endpoint.
    pub connection: Connection,
    /// The effective region, after the SDK's own chain.
    pub region: String,
    config: aws_config::SdkConfig,
    /// The credentials before it assumes a role.
    base: aws_credential_types::provider::SharedCredentialsProvider,
    calls: Calls,
    gate: Gate,
    identity: identity::Identity,
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
    /// The account of all connections, if it is known.
    account: Option<&'static str>,
    open: Mutex<Open>,
}

/// The open sessions, by each spelling that was requested.
#[derive(Debug, Default)]
struct Open {
    sessions: HashMap<Connection, Arc<Aws>>,
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
            account: None,
            open: Mutex::default(),
        }
    }

    /// All connections are in this account; STS is not asked.
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
        if let Some(account) = self.account {
            aws.note_account(account);
        }
        let known = {
            let Open { sessions, identities } = &mut *open;
            identities.find(&aws, sessions.values()).await
        };
        let aws = known.unwrap_or_else(|| Arc::new(aws));
        open.sessions.insert(connection.clone(), aws.clone());
        aws
    }
}

impl Aws {
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
            identity: identity::Identity::default(),
            kept: super::kept::OneOfEachType::default(),
        }
    }

    /// The endpoint for all services, if it is not AWS's own.
    pub(super) fn endpoint(&self) -> Option<&str> {
        self.config.endpoint_url()
    }

    /// The waits that AWS's limits cause for this many calls, by `SQS.CreateQueue`; longest first.
    pub async fn foresee(&self, counts: &BTreeMap<&'static str, usize>) -> Vec<Forecast> {
        self.gate.foresee(self, counts).await
    }

    /// A connection with this configuration of the SDK, whose calls nothing limits.
    pub fn of_config(config: aws_config::SdkConfig) -> Self {
        let region = config.region().map(ToString::to_string).unwrap_or_default();
        let nobody = aws_credential_types::Credentials::new("", "", None, None, "none");
        let base = config.credentials_provider();
        Self {
            connection: Connection::default(),
            base: base
                .unwrap_or_else(|| aws_credential_types::provider::SharedCredentialsProvider::new(nobody)),
            calls: Calls::default(),
            gate: Gate::new(Budgets::default(), Calls::default(), region.clone(), None),
            region,
            config,
            identity: identity::Identity::default(),
            kept: super::kept::OneOfEachType::default(),
        }
    }
}
