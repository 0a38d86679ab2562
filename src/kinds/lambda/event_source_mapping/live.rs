//! An event source mapping as AWS describes it.

use aws_sdk_lambda::types::{EventSourceMappingConfiguration, FunctionResponseType};

use super::spec::Settings;
use model::Value;

/// A mapping in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its id.
    pub id: String,
    /// `Creating`, `Enabling`, `Enabled`, `Disabling`, `Disabled`, `Updating` or `Deleting`.
    pub state: String,
    /// Where it began to read a stream.
    pub start: Option<String>,
    /// The settings that can be changed.
    pub settings: Settings,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "id").then(|| self.id.as_str().into())
    }
}

impl From<EventSourceMappingConfiguration> for Live {
    fn from(it: EventSourceMappingConfiguration) -> Self {
        let responses = it.function_response_types.unwrap_or_default();
        let state = it.state.unwrap_or_default();
        Self {
            id: it.uuid.unwrap_or_default(),
            start: it.starting_position.map(|position| position.as_str().to_owned()),
            settings: Settings {
                enabled: Some(!["Disabled", "Disabling"].contains(&state.as_str())),
                batch: it.batch_size,
                // Settings that AWS leaves out have its defaults.
                window: Some(it.maximum_batching_window_in_seconds.unwrap_or(0)),
                parallel: Some(it.parallelization_factor.unwrap_or(1)),
                bisect: Some(it.bisect_batch_on_function_error.unwrap_or(false)),
                attempts: Some(it.maximum_retry_attempts.unwrap_or(-1)),
                age: Some(it.maximum_record_age_in_seconds.unwrap_or(-1)),
                tumbling: Some(it.tumbling_window_in_seconds.unwrap_or(0)),
                responses: Some(
                    responses.iter().map(FunctionResponseType::as_str).map(str::to_owned).collect(),
                ),
            },
            state,
        }
    }
}
