//! The calls for rules.

use std::collections::BTreeMap;

use aws_sdk_eventbridge::types::{RuleState, Target};
use futures::future::FutureExt;
use serde_json::{Value as Json, json};

use super::diff::{Step, Which};
use super::live::{Live, target};
use super::{TAGS, TARGETS};
use crate::EventBridge;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found, not_yet_if_not_found};
use aws::sdk_document::Documented;
use aws::{ApiError, Aws, Fault, failed, sdk_tags};
use kind::{Answers, Ask};
use model::Ident;

/// Rules that are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let (name, bus) = (&ask.reference.name, ask.reference.scope.clone());
    let request = aws.client::<EventBridge>().describe_rule().name(name).set_event_bus_name(bus.clone());
    let answer = absent_if_not_found(request.send().await.map_err(failed("DescribeRule", name)))?;
    let Some(mut live) = answer.map(Live::from) else { return Ok(None) };
    // The rule exists: if another call does not find it, that call is late.
    if ask.aspects.has(TARGETS) {
        live.targets = not_yet_if_not_found(targets(aws, name, bus).await)?;
    }
    if ask.aspects.has(TAGS) {
        let answer =
            aws.client::<EventBridge>().list_tags_for_resource().resource_arn(&live.arn).send().await;
        let answer = not_yet_if_not_found(answer.map_err(failed("ListTagsForResource", name)))?;
        live.tags = answer.map(|answer| sdk_tags::read(answer.tags()));
    }
    Ok(Some(live))
}

async fn targets(aws: &Aws, name: &str, bus: Option<String>) -> Result<BTreeMap<String, Json>, ApiError> {
    let (mut all, mut token) = (BTreeMap::new(), None);
    loop {
        let request =
            aws.client::<EventBridge>().list_targets_by_rule().rule(name).set_event_bus_name(bus.clone());
        let page = request.set_next_token(token).send().await;
        let page = page.map_err(failed("ListTargetsByRule", name))?;
        all.extend(page.targets().iter().map(target));
        token = page.next_token;
        if token.is_none() {
            return Ok(all);
        }
    }
}

/// All rules of the default event bus, without targets and tags.
pub(crate) async fn rules(aws: &Aws) -> Result<Vec<Live>, ApiError> {
    let (mut all, mut token) = (vec![], None);
    loop {
        let page = aws.client::<EventBridge>().list_rules().set_next_token(token).send().await;
        let page = page.map_err(failed("ListRules", "the account"))?;
        all.extend(page.rules.unwrap_or_default().into_iter().map(Live::from));
        token = page.next_token;
        if token.is_none() {
            return Ok(all);
        }
    }
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (events, call) = (aws.client::<EventBridge>(), step.call());
    match step {
        Step::Put { rule: Which { name, bus }, settings, role, tags } => {
            // AWS shows unset settings as empty, but accepts no empty text.
            let given = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
            let request = events.put_rule().name(name).set_event_bus_name(bus.clone());
            let request = request
                .set_schedule_expression(given(settings.schedule.as_deref()))
                .set_event_pattern(given(settings.pattern.as_ref().map(|it| it.text.as_str())))
                .set_description(given(settings.description.as_deref()))
                .set_role_arn(given(role.as_ref().map(Ident::as_str)))
                .set_state(settings.state.as_deref().map(RuleState::from))
                .set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::PutTargets { rule: Which { name, bus }, targets } => {
            let request = events.put_targets().rule(name).set_event_bus_name(bus.clone());
            let targets = targets.iter().map(|(id, settings)| of(name, id, settings));
            let targets = targets.collect::<Result<Vec<_>, _>>()?;
            let answer = request.set_targets(Some(targets)).send().await.map_err(failed(call, name))?;
            let failed = answer.failed_entries().iter();
            refused(call, name, failed.map(|it| (it.target_id(), it.error_code(), it.error_message())))
        }
        Step::RemoveTargets { rule: Which { name, bus }, gone } => {
            let request = events.remove_targets().rule(name).set_event_bus_name(bus.clone());
            let answer = request.set_ids(Some(gone.clone())).send().await.map_err(failed(call, name));
            let Some(answer) = absent_if_not_found(answer)? else { return Ok(()) };
            let failed = answer.failed_entries().iter();
            refused(call, name, failed.map(|it| (it.target_id(), it.error_code(), it.error_message())))
        }
        Step::Tag { arn, tags } => {
            let request = events.tag_resource().resource_arn(arn).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Untag { arn, keys } => {
            let request = events.untag_resource().resource_arn(arn).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Delete { rule: Which { name, bus } } => {
            let answer = events.delete_rule().name(name).set_event_bus_name(bus.clone()).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}

/// A target in AWS's form.
fn of(rule: &str, id: &str, settings: &Json) -> Result<Target, ApiError> {
    let mut whole = settings.clone();
    whole["Id"] = json!(id);
    let missing = || format!("the target {id} has no value for a setting that AWS requires");
    Target::of(&whole).ok_or_else(|| ApiError::found("PutTargets", rule, Fault::Invalid, missing()))
}

/// AWS reports success and lists the targets that it refused.
fn refused<'a>(
    call: &'static str,
    rule: &str,
    mut all: impl Iterator<Item = (Option<&'a str>, Option<&'a str>, Option<&'a str>)>,
) -> Result<(), ApiError> {
    let Some((id, code, message)) = all.next() else { return Ok(()) };
    let code = code.unwrap_or_default();
    let text = format!("the target {}: {}", id.unwrap_or_default(), message.unwrap_or_default());
    Err(ApiError { code: Some(code.to_owned()), ..ApiError::found(call, rule, Fault::of_code(code), text) })
}
