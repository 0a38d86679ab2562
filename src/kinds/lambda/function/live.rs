//! A function as AWS describes it.

use aws_sdk_lambda::operation::get_function::GetFunctionOutput;
use aws_sdk_lambda::types::{
    Architecture, FunctionConfiguration, LastUpdateStatus, Runtime, State, TracingMode,
};

use super::settings::{Config, Inner, Network, Plain};
use crate::permission::Permissions;
use aws::tags::Tags;
use kind::write_only::WriteOnly;
use model::{Asked, Ident, Value};

/// A function in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// `Pending`, `Active`, `Inactive`, `Failed`; empty if AWS does not show it.
    pub state: String,
    /// Why it is in that state.
    pub reason: String,
    /// `InProgress`, `Successful` or `Failed`.
    pub update: String,
    /// Why the last change failed.
    pub update_reason: String,
    /// The digest of its code.
    pub digest: String,
    /// The length of its code.
    pub size: i64,
    /// When it was changed.
    pub modified: String,
    /// `x86_64` or `arm64`.
    pub architectures: Vec<String>,
    /// Its settings.
    pub config: Config,
    /// Reserved concurrent calls; none if nothing is reserved.
    pub concurrency: Option<i32>,
    /// Its tags.
    pub tags: Tags,
    /// The statements of its policy, if they were read.
    pub permissions: Asked<Permissions>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            _ => None,
        }
    }
}

impl From<GetFunctionOutput> for Live {
    fn from(answer: GetFunctionOutput) -> Self {
        let concurrency = answer.concurrency.and_then(|it| it.reserved_concurrent_executions);
        let tags = answer.tags.unwrap_or_default().into_iter().collect();
        let live = answer.configuration.map(Self::from).unwrap_or_default();
        Self { concurrency, tags, ..live }
    }
}

impl From<FunctionConfiguration> for Live {
    fn from(it: FunctionConfiguration) -> Self {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        Self {
            arn: text(&it.function_arn),
            name: text(&it.function_name),
            state: it.state.as_ref().map(State::as_str).unwrap_or_default().to_owned(),
            reason: text(&it.state_reason),
            update: it
                .last_update_status
                .as_ref()
                .map(LastUpdateStatus::as_str)
                .unwrap_or_default()
                .to_owned(),
            update_reason: text(&it.last_update_status_reason),
            digest: text(&it.code_sha256),
            size: it.code_size,
            modified: text(&it.last_modified),
            architectures: it.architectures().iter().map(Architecture::as_str).map(str::to_owned).collect(),
            config: config(it),
            ..Self::default()
        }
    }
}

fn config(it: FunctionConfiguration) -> Config {
    let tracing = it.tracing_config.and_then(|it| it.mode).unwrap_or(TracingMode::PassThrough);
    let dead_letters = it.dead_letter_config.and_then(|it| it.target_arn).unwrap_or_default();
    let layers = it.layers.unwrap_or_default().into_iter().filter_map(|layer| layer.arn).collect();
    let idents = |ids: Option<Vec<String>>| {
        let mut ids: Vec<Ident> = ids.unwrap_or_default().into_iter().map(Ident::Known).collect();
        ids.sort();
        ids
    };
    let network = it
        .vpc_config
        .map(|it| Network { subnets: idents(it.subnet_ids), groups: idents(it.security_group_ids) });
    let variables = it.environment.and_then(|it| it.variables).unwrap_or_default();
    let mut variables: Vec<_> = variables.into_iter().collect();
    variables.sort();
    Config {
        plain: Plain {
            runtime: it.runtime.as_ref().map(Runtime::as_str).map(str::to_owned),
            handler: it.handler,
            description: Some(it.description.unwrap_or_default()),
            timeout: it.timeout,
            memory: it.memory_size,
            layers: Some(layers),
            tracing: Some(Inner::of(tracing.as_str())),
            dead_letters: Some(Inner::of(dead_letters)),
            // Lambda's minimum, which is the default.
            storage: Some(Inner::of(it.ephemeral_storage.map_or(512, |it| it.size))),
            key: Some(it.kms_key_arn.unwrap_or_default()),
        },
        role: it.role.map(Ident::Known),
        network: Some(network.unwrap_or_default()),
        environment: Some(variables.into_iter().map(|(name, value)| (name, WriteOnly::new(value))).collect()),
    }
}
