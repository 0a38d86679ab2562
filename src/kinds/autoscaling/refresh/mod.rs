//! Instance refreshes: AWS replaces the instances whose launch settings differ from those of their group.
//!
//! AWS shows the launch settings of each instance, so a run can see whether a refresh is needed. If a run is interrupted
//! between the group's change and the refresh, the next run starts the refresh. If nothing differs, no run starts one. A run
//! waits for a running refresh, because AWS allows one at a time.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_StartInstanceRefresh.html>.

pub(super) mod api;
mod arguments;

use serde_json::{Map, Value as Json, json};

pub(super) use arguments::REFRESH;

use kind::document;
use model::{Fields, Ident, Problem, Problems, Value};

/// How long a refresh may take by default.
const TIMEOUT: u64 = 3600;

/// How instances are replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct Refresh {
    /// The preferences that are sent to AWS.
    pub preferences: Json,
    /// Seconds that a run waits.
    pub timeout: u64,
}

/// The launch settings of an instance.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Source {
    /// A launch configuration's name.
    pub configuration: Option<String>,
    /// A launch template's id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// The number of its version.
    pub version: Option<String>,
}

/// An instance of a group.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Instance {
    /// Its id.
    pub id: String,
    /// AWS's word: `InService`, `Standby`.
    pub state: String,
    /// True if it is protected from scale-in.
    pub protected: bool,
    /// Its launch settings.
    pub source: Source,
}

/// The launch settings that instances must have.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A launch configuration.
    Configuration(Ident),
    /// One of these templates: its id or name, and the number of the version if it is known.
    Templates(Vec<(String, Option<Ident>)>),
}

pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Option<Refresh> {
    let node = fields.node("instance_refresh")?;
    let record = fields.record("instance_refresh")?;
    let mut preferences = Map::new();
    for argument in REFRESH.iter().filter(|it| !["alarms", "timeout"].contains(&it.name)) {
        preferences.extend(document::read(&record, argument).map(|value| (argument.name.to_owned(), value)));
    }
    if let Some(alarms) = record.texts("alarms").filter(|alarms| !alarms.is_empty()) {
        preferences.insert("AlarmSpecification".to_owned(), json!({"Alarms": alarms}));
    }
    let checkpoints = preferences.get("CheckpointPercentages").and_then(Json::as_array);
    if checkpoints.is_some_and(|all| !all.is_empty() && all.last() != Some(&json!(100))) {
        let message = "the last of 'checkpoint_percentages' must be 100";
        problems.push(
            Problem::at(&node.place, message).hint("otherwise AWS does not replace the other instances"),
        );
    }
    let timeout = record.integer("timeout").and_then(|seconds| u64::try_from(seconds).ok());
    Some(Refresh { preferences: preferences.into(), timeout: timeout.unwrap_or(TIMEOUT) })
}

impl Refresh {
    fn has_word(&self, key: &str, word: &str) -> bool {
        self.preferences.get(key).is_some_and(|set| set == word)
    }

    /// The instances that a refresh would replace, because their launch settings differ; all instances if the launch
    /// settings of the group change now.
    pub fn outdated<'a>(
        &self,
        instances: &'a [Instance],
        target: &Target,
        changes: bool,
    ) -> Vec<&'a Instance> {
        let counts = |instance: &&Instance| match instance.state.as_str() {
            "InService" => !instance.protected || !self.has_word("ScaleInProtectedInstances", "Ignore"),
            "Standby" => self.has_word("StandbyInstances", "Terminate"),
            _ => false,
        };
        instances.iter().filter(counts).filter(|it| changes || !target.is_source(&it.source)).collect()
    }
}

impl Target {
    fn is_source(&self, source: &Source) -> bool {
        match self {
            Self::Configuration(name) => {
                name.known().is_some() && source.configuration.as_deref() == name.known()
            }
            Self::Templates(templates) => templates.iter().any(|(template, version)| {
                let is_it = [&source.id, &source.name].contains(&&Some(template.clone()));
                let version = version.as_ref();
                is_it
                    && version
                        .is_none_or(|it| it.known().is_some() && source.version.as_deref() == it.known())
            }),
        }
    }

    /// As shown in changes.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Configuration(name) => name.into(),
            Self::Templates(all) => {
                let shown = |(name, version): &(String, Option<Ident>)| match version {
                    Some(version) => format!("{name}:{version}"),
                    None => name.clone(),
                };
                all.iter().map(shown).collect::<Vec<_>>().join(", ").into()
            }
        }
    }
}

/// The launch settings of instances, by id.
pub(super) fn instances_value(instances: &[&Instance]) -> Value {
    let source = |source: &Source| {
        let template = source.name.as_ref().or(source.id.as_ref()).map(|name| match &source.version {
            Some(version) => format!("{name}:{version}"),
            None => name.clone(),
        });
        Value::from(source.configuration.clone().or(template))
    };
    instances.iter().map(|instance| (instance.id.as_str(), source(&instance.source))).collect()
}

#[cfg(test)]
mod tests;
