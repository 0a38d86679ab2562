//! The present API, its stages and the wanted deployment of its stage.

use serde_json::{Map, Value as Json};

use crate::declaration;
use model::Value;

/// The tag with the digest of the document that API Gateway got.
pub(super) const MARK: &str = "orchestrate:body";

/// An API.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The API itself.
    pub api: declaration::Live,
    /// The wanted stage, or all.
    pub stages: Vec<Stage>,
    /// The id of the wanted deployment, if it exists.
    pub deployment: Option<String>,
    /// True while AWS creates one of them.
    pub is_pending: bool,
}

/// A stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// The id of its deployment.
    pub deployment: String,
    /// Its variables.
    pub variables: Map<String, Json>,
    /// Its description.
    pub description: String,
}

impl Stage {
    /// From its properties.
    pub(super) fn of(properties: &Json) -> Self {
        let text = |name: &str| properties.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        let variables = properties.get("Variables").and_then(Json::as_object);
        Self {
            name: text("StageName"),
            deployment: text("DeploymentId"),
            variables: variables.cloned().unwrap_or_default(),
            description: text("Description"),
        }
    }
}

impl Live {
    /// `id`.
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "id").then(|| self.api.identifier.as_str().into())
    }

    /// The stage of that name.
    pub(super) fn stage(&self, name: &str) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.name == name)
    }

    /// The digest of the document that API Gateway got.
    pub(super) fn digest(&self) -> Option<String> {
        self.api.tags()?.get(MARK).cloned()
    }
}
