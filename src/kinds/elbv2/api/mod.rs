//! The calls that the kinds of this service share: lookups of groups and balancers, attributes, tags.

mod balancers;
mod find;
mod groups;
mod listeners;

use std::collections::BTreeMap;

use aws_sdk_elasticloadbalancingv2::types::{
    ListenerAttribute, LoadBalancerAttribute, TagDescription, TargetGroupAttribute,
};
use futures::future::{BoxFuture, FutureExt, try_join_all};

use self::balancers::balancer_attributes;
pub(super) use self::balancers::balancers;
use self::find::NAMES;
pub(super) use self::groups::{group_attributes, groups};
use self::listeners::listener_attributes;
pub(super) use self::listeners::{listeners, rules};
use super::extras::{ATTRIBUTES, Extras, TAGS};
use crate::Elbv2;
use aws::crowd::{Named, read_each};
use aws::error::{absent_if_not_found, not_yet_if_not_found};
use aws::tags::Tags;
use aws::{ApiError, Aws, failed, sdk_tags};
use kind::{Answers, Ask};
use model::{Asked, Aspects};

/// The number of parallel reads with one thing per call.
const AT_ONCE: usize = 8;

/// The requested names.
pub(super) fn names(asks: &[Ask]) -> Vec<String> {
    asks.iter().map(|ask| ask.reference.name.clone()).collect()
}

/// A thing with an ARN, whose attributes and tags are read on demand.
pub(super) trait Thing: Clone + Send + 'static {
    /// Its ARN.
    fn arn(&self) -> &str;

    /// Its attributes and tags.
    fn extras(&mut self) -> &mut Extras;
}

/// Reads the aspects that the asks want, and answers them.
pub(super) async fn completed<L: Thing>(
    aws: &Aws,
    asks: &[Ask],
    found: Result<Named<L>, ApiError>,
) -> Answers<L> {
    let mut answers = Answers::new();
    let mut found = match found {
        Ok(found) => found,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    let with = |aspect: Aspects| -> Vec<(String, String)> {
        let asked = asks.iter().filter(|ask| ask.aspects.has(aspect)).map(|ask| &ask.reference.name);
        asked.filter_map(|name| Some((name.clone(), found.get(name)?.arn().to_owned()))).collect()
    };
    let (attributed, tagged) = (with(ATTRIBUTES), with(TAGS));
    let arns: Vec<String> = tagged.iter().map(|(_, arn)| arn.clone()).collect();
    let (attributes, tags) = futures::join!(
        read_each(&attributed, AT_ONCE, |(name, arn)| attributes(aws, name, arn)
            .map(not_yet_if_not_found)
            .boxed()),
        tags(aws, &arns),
    );
    let mut failures: BTreeMap<&str, ApiError> = BTreeMap::new();
    for ((name, _), answer) in attributes {
        match (answer, found.get_mut(name)) {
            (Ok(attributes), Some(live)) => live.extras().attributes = attributes,
            (Err(error), _) => drop(failures.insert(name, error)),
            (Ok(_), None) => {}
        }
    }
    for (name, arn) in &tagged {
        match (&tags, found.get_mut(name)) {
            // AWS returns an entry for each thing, also for one without tags.
            (Ok(tags), Some(live)) => {
                live.extras().tags = tags.get(arn).cloned().map_or(Asked::NotYet, Asked::Answer);
            }
            (Err(error), _) => drop(failures.insert(name, error.clone())),
            (Ok(_), None) => {}
        }
    }
    for Ask { reference, .. } in asks {
        let failure = failures.get(reference.name.as_str()).cloned();
        answers.answer(reference, failure.map_or_else(|| Ok(found.get(&reference.name).cloned()), Err));
    }
    answers
}

/// All attributes of a thing, by its ARN: each sort of thing has its own call.
async fn attributes(aws: &Aws, name: &str, arn: &str) -> Result<Tags, ApiError> {
    match Sort::of(arn) {
        Sort::Group => group_attributes(aws, name, arn).await,
        Sort::Balancer => balancer_attributes(aws, name, arn).await,
        Sort::Listener => listener_attributes(aws, name, arn).await,
    }
}

/// Attributes of a response: keys with their values.
fn pairs<'a>(pairs: impl Iterator<Item = (Option<&'a str>, Option<&'a str>)>) -> Tags {
    pairs.filter_map(|(key, value)| Some((key?.to_owned(), value.unwrap_or_default().to_owned()))).collect()
}

/// Sets attributes of a thing.
pub(super) async fn set_attributes(
    aws: &Aws,
    call: &'static str,
    arn: &str,
    new: &Tags,
) -> Result<(), ApiError> {
    /// Sends them.
    macro_rules! set {
        ($modify:ident, $arn:ident, $pair:ident) => {{
            let pair = |(key, value)| $pair::builder().key(key).value(value).build();
            let request = aws
                .client::<Elbv2>()
                .$modify()
                .$arn(arn)
                .set_attributes(Some(new.iter().map(pair).collect()));
            request.send().await.map(drop).map_err(failed(call, arn))
        }};
    }
    match Sort::of(arn) {
        Sort::Group => set!(modify_target_group_attributes, target_group_arn, TargetGroupAttribute),
        Sort::Balancer => set!(modify_load_balancer_attributes, load_balancer_arn, LoadBalancerAttribute),
        Sort::Listener => set!(modify_listener_attributes, listener_arn, ListenerAttribute),
    }
}

/// The sort of thing that an ARN names.
enum Sort {
    Group,
    Balancer,
    Listener,
}

impl Sort {
    fn of(arn: &str) -> Self {
        match arn.split(':').nth(5).and_then(|resource| resource.split('/').next()) {
            Some("loadbalancer") => Self::Balancer,
            Some("listener") => Self::Listener,
            _ => Self::Group,
        }
    }
}

/// The tags of things. One whose tags AWS does not know yet is left out.
async fn tags(aws: &Aws, arns: &[String]) -> Result<BTreeMap<String, Tags>, ApiError> {
    let calls = arns.chunks(NAMES).map(|chunk| some_tags(aws, chunk));
    Ok(try_join_all(calls).await?.into_iter().flatten().collect())
}

/// AWS refuses the whole list if one thing is unknown: then each is read separately.
fn some_tags<'a>(aws: &'a Aws, arns: &'a [String]) -> BoxFuture<'a, Result<Vec<(String, Tags)>, ApiError>> {
    async move {
        let call = aws.client::<Elbv2>().describe_tags().set_resource_arns(Some(arns.to_vec()));
        let answer = call.send().await.map_err(failed("DescribeTags", arns.join(", ")));
        let Some(answer) = absent_if_not_found(answer)? else {
            let each = if arns.len() > 1 { arns.chunks(1) } else { [].chunks(1) };
            let answers = try_join_all(each.map(|arn| some_tags(aws, arn))).await?;
            return Ok(answers.into_iter().flatten().collect());
        };
        let of = |it: &TagDescription| Some((it.resource_arn()?.to_owned(), sdk_tags::read(it.tags())));
        Ok(answer.tag_descriptions().iter().filter_map(of).collect())
    }
    .boxed()
}

/// Adds or overwrites tags.
pub(super) async fn tag(aws: &Aws, call: &'static str, arn: &str, tags: &Tags) -> Result<(), ApiError> {
    let request = aws.client::<Elbv2>().add_tags().resource_arns(arn).set_tags(sdk_tags::some(tags));
    request.send().await.map(drop).map_err(failed(call, arn))
}

/// Removes tags.
pub(super) async fn untag(aws: &Aws, call: &'static str, arn: &str, keys: &[String]) -> Result<(), ApiError> {
    let request = aws.client::<Elbv2>().remove_tags().resource_arns(arn).set_tag_keys(Some(keys.to_vec()));
    request.send().await.map(drop).map_err(failed(call, arn))
}
