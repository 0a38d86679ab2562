//! The execution functions of KMS: `boto_kms.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_kms.html>.

mod api;
mod cipher;
mod keys;

use std::sync::Arc;

use futures::future::FutureExt;

use self::cipher::{Bytes, Context};
use self::keys::Grant;
use super::key::{Key, Live, POLICY, ROTATION, Step, apply};
use aws::{ApiError, policy};
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["kms"], functions: KMS },
    &Family { labels: &["kms"], functions: cipher::CIPHERS },
    &Family { labels: &["kms"], functions: keys::GRANTS },
    &Family { labels: &["kms"], functions: keys::MADE },
];

const KEY: Argument = Argument::required("key_id", Shape::Text, "alias/…, id or ARN of the key");
const DONE: &str = "a mapping: result (True)";

const KMS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_kms.key_exists", "boto3_kms.key_exists"],
        &[KEY],
        "Returns whether a key exists.",
        "a mapping: result (True or False)",
        |ask, fields| {
            async move { Ok(one("result", find(ask, fields, Aspects::NONE).await?.is_some().into())) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.describe_key", "boto3_kms.describe_key"],
        &[KEY],
        "Describes a key.",
        "a mapping: key_metadata (a mapping of boto, or None when there is no such key)",
        |ask, fields| {
            async move {
                let live = find(ask, fields, Aspects::NONE).await?;
                Ok(one("key_metadata", live.as_deref().map(described).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.get_key_policy", "boto3_kms.get_key_policy"],
        &[KEY, Argument::optional("policy_name", Shape::Text, "not used: there is only 'default'")],
        "Returns the policy of a key.",
        "a mapping: key_policy (a mapping, or None when there is no such key)",
        |ask, fields| {
            async move {
                let live = find(ask, fields, POLICY).await?;
                let text = live.as_deref().and_then(|live| live.policy.answer());
                Ok(one("key_policy", text.map(|text| policy::to_shown(text)).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.get_key_rotation_status", "boto3_kms.get_key_rotation_status"],
        &[KEY],
        "Returns whether AWS rotates a key.",
        "a mapping: result (True, False, or None when there is no such key)",
        |ask, fields| {
            async move {
                let live = find(ask, fields, ROTATION).await?;
                let is_on = live.as_deref().and_then(|live| live.rotation.answer().copied());
                Ok(one("result", is_on.map(Value::from).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_kms.enable_key", "boto3_kms.enable_key"],
        &[KEY],
        "Enables a key.",
        DONE,
        |ask, fields| change(ask, fields, |id| Step::Enable { id }).boxed(),
    ),
    AwsFunction::change(
        &["boto_kms.disable_key", "boto3_kms.disable_key"],
        &[KEY],
        "Disables a key.",
        DONE,
        |ask, fields| change(ask, fields, |id| Step::Disable { id }).boxed(),
    ),
    AwsFunction::change(
        &["boto_kms.enable_key_rotation", "boto3_kms.enable_key_rotation"],
        &[KEY],
        "Enables the yearly rotation of a key.",
        DONE,
        |ask, fields| change(ask, fields, |id| Step::Rotate { id }).boxed(),
    ),
    AwsFunction::change(
        &["boto_kms.disable_key_rotation", "boto3_kms.disable_key_rotation"],
        &[KEY],
        "Disables the rotation of a key.",
        DONE,
        |ask, fields| change(ask, fields, |id| Step::StopRotation { id }).boxed(),
    ),
];

fn one(key: &str, value: Value) -> Value {
    [(key, value)].into_iter().collect()
}

async fn find(ask: &Asker<'_>, fields: &Fields, aspects: Aspects) -> Result<Option<Arc<Live>>, ApiError> {
    let id = fields.required_text("key_id");
    let name = id.strip_prefix("alias/").unwrap_or(&id);
    let found = ask.find::<Key>(Reference::new(Key::KIND, name), aspects).await?;
    // A key that has no alias yet cannot be found by it.
    Ok(found.filter(|live| live.has_alias))
}

/// Carries out one step of the kind on a key, by its id.
async fn change(
    ask: &Asker<'_>,
    fields: &Fields,
    step: impl FnOnce(String) -> Step + Send,
) -> Result<Value, Refusal> {
    let id = get(ask, fields).await?;
    ask.change(&[Key::KIND], apply(ask.aws(), &step(id))).await?;
    Ok(one("result", true.into()))
}

/// The id of a key, which must exist.
async fn get(ask: &Asker<'_>, fields: &Fields) -> Result<String, Refusal> {
    let message = || format!("there is no key '{}'", fields.required_text("key_id"));
    let live = find(ask, fields, Aspects::NONE).await?;
    live.map(|live| live.id.clone()).ok_or_else(|| Refusal::Because(message()))
}

fn described(live: &Live) -> Value {
    let text = |text: &str| Value::from(text);
    let all = [
        ("KeyId", text(&live.id)),
        ("Arn", text(&live.arn)),
        ("Description", text(&live.description)),
        ("KeyState", text(&live.state)),
        ("Enabled", (live.state == "Enabled").into()),
        ("KeyUsage", text(live.fixed.usage.as_deref().unwrap_or_default())),
        ("KeySpec", text(live.fixed.spec.as_deref().unwrap_or_default())),
        ("MultiRegion", live.fixed.multi_region.unwrap_or_default().into()),
    ];
    all.into_iter().collect()
}
