//! The instance metadata service, version 2: a session token first, then one small document a fact.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::Agent;
use ureq::http::{Response, StatusCode};

use super::Instance;

/// Where the service answers on every instance.
const ENDPOINT: &str = "http://169.254.169.254";
const TOKEN_SECONDS: &str = "21600";

/// Fields of the identity document and the grains that they become.
const IDENTITY: &[(&str, &str)] = &[
    ("instanceId", "ec2_instance_id"),
    ("imageId", "ec2_ami_id"),
    ("instanceType", "ec2_instance_type"),
    ("availabilityZone", "ec2_availability_zone"),
    ("region", "ec2_region"),
    ("accountId", "ec2_account_id"),
    ("architecture", "ec2_architecture"),
    ("privateIp", "ec2_local_ipv4"),
];

/// Metadata and the grains that they become.
const METADATA: &[(&str, &str)] = &[
    ("local-hostname", "ec2_local_hostname"),
    ("public-hostname", "ec2_public_hostname"),
    ("public-ipv4", "ec2_public_ipv4"),
    ("mac", "ec2_mac"),
    ("security-groups", "ec2_security_groups"),
    ("instance-life-cycle", "ec2_instance_life_cycle"),
];

/// Metadata of the first network interface and the grains that they become.
const INTERFACE: &[(&str, &str)] = &[("vpc-id", "ec2_vpc_id"), ("subnet-id", "ec2_subnet_id")];

/// Why the metadata could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MetadataError {
    /// No session token in time.
    #[error("the instance metadata service at {endpoint} gave no session token in time")]
    NoToken {
        /// Who was asked.
        endpoint: String,
        /// What happened.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The service is switched off, or version 2 is not allowed.
    #[error("the instance metadata service at {endpoint} refuses session tokens (status {status})")]
    Refused {
        /// Who was asked.
        endpoint: String,
        /// What it answered.
        status: u16,
    },
    /// A document could not be read.
    #[error("could not read {path} from the instance metadata service")]
    Read {
        /// The document.
        path: String,
        /// What happened.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The service answered something unexpected.
    #[error("the instance metadata service answered {status} for {path}")]
    Status {
        /// The document.
        path: String,
        /// What it answered.
        status: u16,
    },
    /// The identity document is no JSON.
    #[error("the instance identity document cannot be read")]
    Identity(#[source] serde_json::Error),
    /// The deadline for all documents has passed.
    #[error("the instance metadata service took longer than {0:?} in all")]
    Deadline(Duration),
}

impl MetadataError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoToken { .. } => {
                "in a container raise the instance's HttpPutResponseHopLimit to 2, or set AWS_EC2_METADATA_DISABLED=true"
            }
            Self::Refused { .. } => {
                "switch the metadata service on: HttpEndpoint=enabled in the instance's metadata options"
            }
            Self::Read { .. } | Self::Status { .. } | Self::Deadline(_) => {
                "it may be overloaded: the next run asks again"
            }
            Self::Identity(_) => "is something else answering at the address of the metadata service?",
        }
    }
}

/// The instance metadata service.
#[derive(Clone, Debug)]
pub struct MetadataService {
    endpoint: String,
    deadline: Duration,
}

impl Default for MetadataService {
    fn default() -> Self {
        Self::at(ENDPOINT)
    }
}

impl MetadataService {
    /// The service at another address, such as the one of `AWS_EC2_METADATA_SERVICE_ENDPOINT`.
    pub fn at(endpoint: &str) -> Self {
        Self { endpoint: endpoint.trim_end_matches('/').to_owned(), deadline: Duration::from_secs(2) }
    }

    /// Where it answers.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Sets the time for all documents together; two seconds by default.
    #[must_use]
    pub fn within(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Reads everything about this instance. What the service does not have is left out.
    ///
    /// # Errors
    /// If there is no service, it refuses, or it does not answer within the deadline.
    pub fn describe(&self) -> Result<Instance, MetadataError> {
        let mut session = Session::open(self)?;
        let mut instance = Instance::default();
        let identity = session.get("dynamic/instance-identity/document")?.unwrap_or_default();
        let identity: Value = serde_json::from_str(&identity).map_err(MetadataError::Identity)?;
        for (field, grain) in IDENTITY {
            if let Some(text) = identity.get(field).and_then(Value::as_str) {
                instance.facts.insert((*grain).to_owned(), text.to_owned());
            }
        }
        session.take("meta-data", METADATA, &mut instance)?;
        if let Some(mac) = instance.facts.get("ec2_mac").cloned() {
            session.take(&format!("meta-data/network/interfaces/macs/{mac}"), INTERFACE, &mut instance)?;
        }
        let profile = session.get("meta-data/iam/info")?.and_then(|text| serde_json::from_str(&text).ok());
        let arn = profile.as_ref().and_then(|profile: &Value| profile.get("InstanceProfileArn")?.as_str());
        if let Some(arn) = arn {
            instance.facts.insert("ec2_instance_profile_arn".to_owned(), arn.to_owned());
        }
        instance.tags = session.tags()?;
        Ok(instance)
    }

    /// Reads one document, such as `meta-data/autoscaling/target-lifecycle-state`; none if the service has not got it.
    ///
    /// # Errors
    /// As [`MetadataService::describe`].
    pub fn document(&self, path: &str) -> Result<Option<String>, MetadataError> {
        Session::open(self)?.get(path)
    }
}

/// A session: token, connection and what is left of the deadline.
struct Session<'a> {
    service: &'a MetadataService,
    agent: Agent,
    token: String,
    started: Instant,
}

impl<'a> Session<'a> {
    fn open(service: &'a MetadataService) -> Result<Self, MetadataError> {
        let config = Agent::config_builder().http_status_as_error(false).proxy(None);
        let agent = config.max_redirects(0).build().new_agent();
        let mut session = Self { service, agent, token: String::new(), started: Instant::now() };
        session.renew()?;
        Ok(session)
    }

    fn left(&self) -> Result<Duration, MetadataError> {
        let left = self.service.deadline.checked_sub(self.started.elapsed());
        left.filter(|left| !left.is_zero()).ok_or(MetadataError::Deadline(self.service.deadline))
    }

    fn renew(&mut self) -> Result<(), MetadataError> {
        let endpoint = &self.service.endpoint;
        let request = self.agent.put(format!("{endpoint}/latest/api/token"));
        let request = request.header("x-aws-ec2-metadata-token-ttl-seconds", TOKEN_SECONDS);
        let answer = request.config().timeout_global(Some(self.left()?)).build().send_empty();
        let no_token = |error| MetadataError::NoToken { endpoint: endpoint.clone(), source: Box::new(error) };
        let mut answer = answer.map_err(no_token)?;
        if !answer.status().is_success() {
            let status = answer.status().as_u16();
            return Err(MetadataError::Refused { endpoint: endpoint.clone(), status });
        }
        self.token = answer.body_mut().read_to_string().map_err(no_token)?;
        Ok(())
    }

    /// A document; none for 404. A token that is no longer taken is renewed once.
    fn get(&mut self, path: &str) -> Result<Option<String>, MetadataError> {
        let mut answer = self.ask(path)?;
        if answer.status() == StatusCode::UNAUTHORIZED {
            self.renew()?;
            answer = self.ask(path)?;
        }
        match answer.status() {
            StatusCode::NOT_FOUND => Ok(None),
            status if status.is_success() => {
                let text = answer.body_mut().read_to_string();
                let text = text.map_err(|error| unread(path, error))?;
                Ok(Some(text.trim().to_owned()))
            }
            status => Err(MetadataError::Status { path: path.to_owned(), status: status.as_u16() }),
        }
    }

    fn ask(&self, path: &str) -> Result<Response<ureq::Body>, MetadataError> {
        let request = self.agent.get(format!("{}/latest/{path}", self.service.endpoint));
        let request = request.header("x-aws-ec2-metadata-token", &self.token);
        let answer = request.config().timeout_global(Some(self.left()?)).build().call();
        answer.map_err(|error| unread(path, error))
    }

    fn take(&mut self, below: &str, names: &[(&str, &str)], to: &mut Instance) -> Result<(), MetadataError> {
        for (name, grain) in names {
            if let Some(text) = self.get(&format!("{below}/{name}"))?.filter(|text| !text.is_empty()) {
                to.facts.insert((*grain).to_owned(), text);
            }
        }
        Ok(())
    }

    /// The tags; none where instance tags are not among the metadata.
    fn tags(&mut self) -> Result<Option<BTreeMap<String, String>>, MetadataError> {
        let Some(names) = self.get("meta-data/tags/instance")? else { return Ok(None) };
        let mut tags = BTreeMap::new();
        for name in names.lines() {
            if let Some(value) = self.get(&format!("meta-data/tags/instance/{}", escaped(name)))? {
                tags.insert(name.to_owned(), value);
            }
        }
        Ok(Some(tags))
    }
}

fn unread(path: &str, error: ureq::Error) -> MetadataError {
    MetadataError::Read { path: path.to_owned(), source: Box::new(error) }
}

/// A tag's name in a path: whatever is neither letter, digit nor one of `-._~:` by its bytes.
fn escaped(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
