//! The instance metadata service, version 2: a session token first, then one small document a fact.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use serde_json::Value;

use super::Instance;
use super::session::Session;

/// Where the service answers on every instance.
const ENDPOINT: &str = "http://169.254.169.254";

/// The time for all documents together. The service may be busy for seconds after a start.
const DEADLINE: Duration = Duration::from_secs(6);

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

/// The document with [`IDENTITY`].
const IDENTITY_DOCUMENT: &str = "dynamic/instance-identity/document";

/// The document with the instance's profile.
const PROFILE: &str = "meta-data/iam/info";

/// The names of the instance's tags, and their values below; none where tags are not among the metadata.
const TAGS: &str = "meta-data/tags/instance";

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
    pub(super) endpoint: String,
    pub(super) deadline: Duration,
}

impl Default for MetadataService {
    fn default() -> Self {
        Self::at(ENDPOINT)
    }
}

impl MetadataService {
    /// The service at another address, such as the one of `AWS_EC2_METADATA_SERVICE_ENDPOINT`.
    pub fn at(endpoint: &str) -> Self {
        Self { endpoint: endpoint.trim_end_matches('/').to_owned(), deadline: DEADLINE }
    }

    /// Where it answers.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Sets the time for all documents together; six seconds by default.
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
        let session = Session::open(self)?;
        let mut paths = vec![IDENTITY_DOCUMENT.to_owned(), PROFILE.to_owned(), TAGS.to_owned()];
        paths.extend(METADATA.iter().map(|(name, _)| format!("meta-data/{name}")));
        let mut documents = session.get_all(&paths)?.into_iter();
        let mut next = || documents.next().flatten();
        let (identity, profile, tags) = (next().unwrap_or_default(), next(), next());
        let identity: Value = serde_json::from_str(&identity).map_err(MetadataError::Identity)?;
        let mut instance = Instance::default();
        for (field, grain) in IDENTITY {
            if let Some(text) = identity.get(field).and_then(Value::as_str) {
                instance.facts.insert((*grain).to_owned(), text.to_owned());
            }
        }
        for (_, grain) in METADATA {
            instance.learn(grain, next());
        }
        let profile = profile.and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let arn = profile.as_ref().and_then(|profile| profile.get("InstanceProfileArn")?.as_str());
        instance.learn("ec2_instance_profile_arn", arn.map(str::to_owned));

        // What the first answers name.
        let mac = instance.facts.get("ec2_mac").cloned();
        let interface: &[_] = if mac.is_some() { INTERFACE } else { &[] };
        let below = format!("meta-data/network/interfaces/macs/{}", mac.unwrap_or_default());
        let mut paths: Vec<String> = interface.iter().map(|(name, _)| format!("{below}/{name}")).collect();
        let names = tags.as_deref().map(|tags| tags.lines().collect::<Vec<_>>());
        paths.extend(names.iter().flatten().map(|name| format!("{TAGS}/{}", escaped(name))));
        let mut documents = session.get_all(&paths)?.into_iter();
        for (_, grain) in interface {
            instance.learn(grain, documents.next().flatten());
        }
        instance.tags = names.map(|names| {
            let values = names.into_iter().zip(documents);
            values.filter_map(|(name, value)| Some((name.to_owned(), value?))).collect::<BTreeMap<_, _>>()
        });
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

impl Instance {
    /// Adds a fact that is not empty.
    fn learn(&mut self, grain: &str, text: Option<String>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.facts.insert(grain.to_owned(), text);
        }
    }
}

/// A tag's name in a path: whatever is neither letter, digit nor one of `-._~:` by its bytes.
fn escaped(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
