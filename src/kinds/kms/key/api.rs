//! The calls for keys.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_kms::config;
use aws_sdk_kms::types::{KeySpec, KeyUsageType};
use futures::future::FutureExt;

use super::diff::{New, Step};
use super::live::Live;
use super::{MARK, POLICY, ROTATION, TAGS};
use crate::Kms;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, not_yet_if_not_found};
use aws::only_refusals::OnlyRefusals;
use aws::tags::Tags;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault, failed, sdk_tags};
use kind::{Answers, Ask};
use model::{Aspects, Reference};

/// Keys that are read in parallel.
const AT_ONCE: usize = 8;

/// How long a key may take to be found if the answer of its creation was lost.
const SHOWN: Patience = Patience {
    first: Duration::from_millis(500),
    longest: Duration::from_secs(4),
    deadline: Duration::from_secs(20),
};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let mut missing = vec![];
    for (ask, answer) in
        read_each(asks, AT_ONCE, |ask| read(aws, called(&ask.reference.name), ask.aspects).boxed()).await
    {
        match answer {
            Ok(None) => missing.push(ask),
            Ok(Some(live)) => answers.found(&ask.reference, Live { has_alias: true, ..live }),
            Err(error) => answers.failed(&ask.reference, error),
        }
    }
    if missing.is_empty() {
        return answers;
    }
    match marked(aws).await {
        Ok(marked) => {
            for ask in missing {
                let found = marked.iter().find(|(alias, _)| *alias == ask.reference.name);
                let answer = match found {
                    Some((_, id)) => read(aws, id.clone(), ask.aspects).await,
                    None => Ok(None),
                };
                answers.answer(&ask.reference, answer);
            }
        }
        Err(error) => answers.all_failed(missing, &error),
    }
    answers
}

/// The form that KMS accepts: an alias, an id or an ARN.
fn called(name: &str) -> String {
    let is_id = name.len() == 36 && name.matches('-').count() == 4 || name.starts_with("mrk-");
    let is_whole = is_id || name.starts_with("arn:") || name.starts_with("alias/");
    if is_whole { name.to_owned() } else { format!("alias/{name}") }
}

async fn read(aws: &Aws, id: String, aspects: Aspects) -> Result<Option<Live>, ApiError> {
    let answer =
        aws.client::<Kms>().describe_key().key_id(&id).send().await.map_err(failed("DescribeKey", &id));
    let found = absent_if_not_found(answer)?.and_then(|answer| answer.key_metadata);
    let Some(mut live) = found.map(Live::from) else { return Ok(None) };
    let id = live.id.clone();
    // The key exists: if another call does not find it, that call is late.
    if aspects.has(POLICY) {
        let answer = aws.client::<Kms>().get_key_policy().key_id(&id).policy_name("default").send().await;
        let answer = not_yet_if_not_found(answer.map_err(failed("GetKeyPolicy", &id)))?;
        live.policy = answer.map(|answer| answer.policy.unwrap_or_default());
    }
    if aspects.has(ROTATION) && !live.is_pending_deletion() {
        let answer = aws.client::<Kms>().get_key_rotation_status().key_id(&id).send().await;
        let answer = not_yet_if_not_found(answer.map_err(failed("GetKeyRotationStatus", &id)))?;
        live.rotation = answer.map(|answer| answer.key_rotation_enabled);
    }
    if aspects.has(TAGS) {
        let mut tags = not_yet_if_not_found(tags(aws, &id).await)?;
        if let model::Asked::Answer(tags) = &mut tags {
            tags.shift_remove(MARK);
        }
        live.tags = tags;
    }
    Ok(Some(live))
}

async fn tags(aws: &Aws, id: &str) -> Result<Tags, ApiError> {
    let mut pages = aws.client::<Kms>().list_resource_tags().key_id(id).into_paginator().items().send();
    let mut tags = vec![];
    while let Some(tag) = pages.next().await {
        tags.push(tag.map_err(failed("ListResourceTags", id))?);
    }
    Ok(sdk_tags::read(&tags))
}

/// All keys of the account but AWS's own: by their aliases, and those without an alias by their ids.
pub(super) async fn list(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let aliases = aliases(aws).await?;
    let without = without_alias(aws, &aliases).await?;
    let own = aliases.into_iter().filter(|(name, _)| !name.starts_with("aws/")).map(|(name, _)| name);
    Ok(own.chain(without).map(|name| Reference::new("kms.key", name)).collect())
}

/// The names of all aliases, and the ids of their keys.
async fn aliases(aws: &Aws) -> Result<Vec<(String, String)>, ApiError> {
    let mut aliases = vec![];
    let mut pages = aws.client::<Kms>().list_aliases().limit(100).into_paginator().items().send();
    while let Some(alias) = pages.next().await {
        let alias = alias.map_err(failed("ListAliases", "the account"))?;
        let name = alias.alias_name.as_deref().and_then(|name| name.strip_prefix("alias/"));
        aliases.extend(name.map(str::to_owned).zip(alias.target_key_id));
    }
    Ok(aliases)
}

/// The ids of the keys without an alias.
async fn without_alias(aws: &Aws, aliases: &[(String, String)]) -> Result<Vec<String>, ApiError> {
    let with_alias: BTreeSet<&str> = aliases.iter().map(|(_, id)| id.as_str()).collect();
    let mut ids = vec![];
    let mut pages = aws.client::<Kms>().list_keys().limit(1000).into_paginator().items().send();
    while let Some(key) = pages.next().await {
        ids.extend(key.map_err(failed("ListKeys", "the account"))?.key_id);
    }
    ids.retain(|id| !with_alias.contains(id.as_str()));
    Ok(ids)
}

/// The keys with a mark and without an alias: the alias and the id of each. Other keys without an alias are not ours.
async fn marked(aws: &Aws) -> Result<Vec<(String, String)>, ApiError> {
    let ids = without_alias(aws, &aliases(aws).await?).await?;
    let marks = aws.kept::<Marks>();
    let (mut marked, ids) = marks.of(ids);
    for (id, tags) in read_each(&ids, AT_ONCE, |id| tags(aws, id).boxed()).await {
        match tags {
            Ok(mut tags) => marked.extend(tags.swap_remove(MARK).map(|alias| (alias, id.clone()))),
            // The policy of another key may forbid it.
            Err(error) if error.is_not_found() || error.fault == Fault::Denied => {}
            Err(error) => return Err(error),
        }
    }
    marks.note(&marked);
    Ok(marked)
}

/// The marks that were read, by the ids of the keys. A mark never changes; a run that makes many keys reads each once.
#[derive(Default)]
struct Marks(Mutex<HashMap<String, String>>);

impl Marks {
    /// The keys whose marks are known, and the ids of the others.
    fn of(&self, ids: Vec<String>) -> (Vec<(String, String)>, Vec<String>) {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (found, unknown): (Vec<String>, Vec<String>) =
            ids.into_iter().partition(|id| known.contains_key(id));
        let found = found.into_iter().filter_map(|id| Some((known.get(&id)?.clone(), id)));
        (found.collect(), unknown)
    }

    fn note(&self, marked: &[(String, String)]) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.extend(marked.iter().map(|(alias, id)| (id.clone(), alias.clone())));
    }
}

/// Makes a key only once, even if the answer is lost: the call has no client token, so it is repeated only after a lookup.
async fn create(aws: &Aws, alias: &str, new: &New, call: &'static str) -> Result<(), ApiError> {
    let mark = [(MARK.to_owned(), alias.to_owned())];
    let tags: Tags = new.tags.clone().into_iter().chain(mark).collect();
    let request = aws.client::<Kms>().create_key().set_policy(new.policy.clone());
    let request = request
        .set_description(new.description.clone())
        .set_key_usage(new.fixed.usage.as_deref().map(KeyUsageType::from))
        .set_key_spec(new.fixed.spec.as_deref().map(KeySpec::from))
        .set_multi_region(new.fixed.multi_region)
        .set_tags(sdk_tags::some(&tags));
    let once = config::Builder::new().retry_classifier(OnlyRefusals);
    let made = request.customize().config_override(once).send().await.map(drop).map_err(failed(call, alias));
    let Err(error) = made else { return Ok(()) };
    if !matches!(error.fault, Fault::NoAnswer | Fault::Server) {
        return Err(error);
    }
    let seen = || async {
        let marked = marked(aws).await?;
        Ok::<_, ApiError>(marked.iter().any(|(marked, _)| marked == alias).then_some(()))
    };
    match until(SHOWN, seen).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(error),
    }
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (kms, call) = (aws.client::<Kms>(), step.call());
    match step {
        Step::Create { alias, new } => create(aws, alias, new, call).await,
        Step::Alias { id, alias } => {
            let request = kms.create_alias().alias_name(called(alias)).target_key_id(id);
            request.send().await.map(drop).map_err(failed(call, alias))
        }
        Step::Keep { id } => {
            kms.cancel_key_deletion().key_id(id).send().await.map(drop).map_err(failed(call, id))
        }
        Step::Enable { id } => kms.enable_key().key_id(id).send().await.map(drop).map_err(failed(call, id)),
        Step::Disable { id } => kms.disable_key().key_id(id).send().await.map(drop).map_err(failed(call, id)),
        Step::Rotate { id } => {
            kms.enable_key_rotation().key_id(id).send().await.map(drop).map_err(failed(call, id))
        }
        Step::StopRotation { id } => {
            kms.disable_key_rotation().key_id(id).send().await.map(drop).map_err(failed(call, id))
        }
        Step::Describe { id, text } => {
            let request = kms.update_key_description().key_id(id).description(text);
            request.send().await.map(drop).map_err(failed(call, id))
        }
        Step::SetPolicy { id, document } => {
            let request = kms.put_key_policy().key_id(id).policy_name("default").policy(document);
            request.send().await.map(drop).map_err(failed(call, id))
        }
        Step::Tag { id, tags } => {
            let request = kms.tag_resource().key_id(id).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, id))
        }
        Step::Untag { id, keys } => {
            let request = kms.untag_resource().key_id(id).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, id))
        }
        Step::Delete { id, days } => {
            let request = kms.schedule_key_deletion().key_id(id).pending_window_in_days(*days);
            request.send().await.map(drop).map_err(failed(call, id))
        }
    }
}
