//! `cloudcontrol.upgrades`: the versions to which OpenSearch Service upgrades a domain, by its present version.

use serde_json::{Value as Json, json};

use aws::{Aws, any};
use kind::{Answers, Ask, Source};
use model::{Reference, Value};

/// All upgrades of a region. Attribute: `table`, a list of `SourceVersion` and `TargetVersions`.
#[derive(Debug)]
pub struct Upgrades;

impl Source for Upgrades {
    const KIND: &'static str = "cloudcontrol.upgrades";
    const NOUN: &'static str = "upgrades";
    type Live = Json;

    /// One call for all.
    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Json> {
        let mut answers = Answers::new();
        let call = ("GetCompatibleVersions", "GET", "/2021-01-01/opensearch/compatibleVersions");
        let answer = any::rest(aws, &any::OPENSEARCH, call, &Json::Null, "all versions").await;
        for ask in asks {
            let table =
                |answer: Json| Some(answer.get("CompatibleVersions").cloned().unwrap_or_else(|| json!([])));
            answers.answer(&ask.reference, answer.clone().map(table));
        }
        answers
    }

    fn attribute(live: &Json, attribute: &str) -> Option<Value> {
        (attribute == "table").then(|| live.clone().into())
    }
}

/// The reference to them.
pub(super) fn reference() -> Reference {
    Reference::new(Upgrades::KIND, "all")
}
