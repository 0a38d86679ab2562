//! Functions about distributions of CloudFront: `boto_cloudfront.*`.
//!
//! Creation and change carry out `boto_cloudfront.present`, with its comparison and its waits.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_cloudfront.html>.

use std::sync::Arc;

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::{NAME, by, find, given, one};
use crate::api;
use crate::declaration::Live;
use crate::distribution::{Distribution, TYPE};
use crate::export;
use aws::tags::{self, Tags};
use kind::state_text::{state, yaml};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Shape, Value};

const PRESENT: &str = "boto_cloudfront.present";

const SETTINGS: &[Argument] = &[
    NAME,
    Argument::required("config", Shape::Table(&Shape::Any), "its DistributionConfig, as AWS writes it"),
    Argument::optional("tags", tags::SHAPE, "its other tags"),
];

pub(super) const DISTRIBUTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_cloudfront.get_distribution", "boto3_cloudfront.get_distribution"],
        &[NAME],
        "Describes the distribution with that Name tag.",
        "a mapping: result; that is None if it does not exist, else a mapping: distribution (Id, DomainName, DistributionConfig as CloudFormation \
         writes it), tags",
        |ask, fields| {
            async move {
                let found = distribution(ask, fields).await?;
                Ok(one("result", found.as_deref().map(described).into()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cloudfront.export_distributions", "boto3_cloudfront.export_distributions"],
        &[],
        "Returns states that declare the existing distributions, as YAML. Distributions without a Name tag are left out.",
        "YAML as text",
        |ask, _| exported(ask).boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudfront.create_distribution", "boto3_cloudfront.create_distribution"],
        SETTINGS,
        "Creates a distribution as boto_cloudfront.present does, and waits for it.",
        "a mapping: result (True)",
        |ask, fields| {
            async move {
                if distribution(ask, fields).await?.is_some() {
                    let name = fields.required_text(NAME.name);
                    return Err(Refusal::Because(format!("the distribution {name} exists")));
                }
                set(ask, fields).await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_cloudfront.update_distribution", "boto3_cloudfront.update_distribution"],
        SETTINGS,
        "Changes a distribution as boto_cloudfront.present does; settings that are left out stay.",
        "a mapping: result (True)",
        |ask, fields| {
            async move {
                if distribution(ask, fields).await?.is_none() {
                    let name = fields.required_text(NAME.name);
                    return Err(Refusal::Because(format!("there is no distribution {name}")));
                }
                set(ask, fields).await
            }
            .boxed()
        },
    ),
];

async fn distribution(ask: &Asker<'_>, fields: &Fields) -> Result<Option<Arc<Live>>, Refusal> {
    find::<Distribution>(ask, by("Tags/Name", fields)).await
}

async fn set(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let tags = fields.text_table("tags").unwrap_or_default();
    let name = fields.required_text(NAME.name);
    if tags.iter().any(|(key, text)| key == "Name" && *text != name) {
        return Err(Refusal::Because("Must not pass `Name` in `tags` but as `name`".to_owned()));
    }
    ask.ensure(PRESENT, given(fields, SETTINGS)).await?;
    Ok(one("result", true.into()))
}

/// The tags of a distribution without its name.
fn tags_beside_name(live: &Live) -> Tags {
    export::tags(live, TYPE.tags).into_iter().filter(|(key, _)| key != "Name").collect()
}

fn described(live: &Live) -> Value {
    let mut properties = live.properties.clone();
    if let Json::Object(all) = &mut properties {
        all.shift_remove(TYPE.tags);
    }
    let tags: Value = export::tags(live, TYPE.tags).into_iter().collect();
    [("distribution", Value::from(properties)), ("tags", tags)].into_iter().collect()
}

async fn exported(ask: &Asker<'_>) -> Result<Value, Refusal> {
    let listed = api::references(ask.aws(), Distribution::KIND, TYPE.type_name).await?;
    let found = ask.find_all::<Distribution>(listed, Aspects::NONE).await?;
    yaml(&found.into_iter().flatten().filter_map(|live| declared(&live)).collect())
}

/// The state of a distribution with its id, as authors write it.
fn declared(live: &Live) -> Option<(String, Value)> {
    let name = export::tags(live, TYPE.tags).get("Name")?.to_owned();
    let config = live.properties.get("DistributionConfig").cloned().map(Value::from);
    let arguments = [
        ("name", name.as_str().into()),
        ("config", config.into()),
        ("tags", tags_beside_name(live).into_iter().collect()),
    ];
    Some((format!("Manage CloudFront distribution {name}"), state(PRESENT, arguments)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn live() -> Live {
        let properties = json!({
            "Id": "E1",
            "DistributionConfig": {"Comment": "site", "Enabled": true},
            "Tags": [{"Key": "Name", "Value": "site"}, {"Key": "team", "Value": "web"}],
        });
        Live { identifier: "E1".to_owned(), properties, ..Live::default() }
    }

    #[test]
    fn a_distribution_is_described_with_its_tags_beside_it() {
        let expected = json!({
            "distribution": {"Id": "E1", "DistributionConfig": {"Comment": "site", "Enabled": true}},
            "tags": {"Name": "site", "team": "web"},
        });
        assert_eq!(described(&live()).to_json(), expected);
    }

    #[test]
    fn a_distribution_is_exported_as_its_state() {
        let (id, state) = declared(&live()).unwrap();
        assert_eq!(id, "Manage CloudFront distribution site");
        let expected = json!({"boto_cloudfront.present": [
            {"name": "site"}, {"config": {"Comment": "site", "Enabled": true}}, {"tags": {"team": "web"}},
        ]});
        assert_eq!(state.to_json(), expected);
    }

    #[test]
    fn a_distribution_without_a_name_is_not_exported() {
        assert_eq!(declared(&Live::default()), None);
    }
}
