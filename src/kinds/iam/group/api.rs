//! The calls for groups.

use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::{INLINE, MANAGED, MEMBERS};
use crate::Iam;
use crate::entity::api::{self as entity, Entity, Listing};
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

/// IAM has no call that describes several by name, so they are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let listing = match entity::listing(aws, asks, calls_spared).await {
        Ok(listing) => listing,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask, &listing).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// The minimum number of calls that the listing saves. It does not contain the members, which come with the group itself.
fn calls_spared(ask: &Ask) -> usize {
    let has = |aspect| usize::from(ask.aspects.has(aspect));
    1 - has(MEMBERS) + 2 * has(INLINE) + has(MANAGED)
}

async fn read(aws: &Aws, ask: &Ask, listing: &Listing<Live>) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let listed = match listing.found.get(name) {
        None if listing.is_complete => return Ok(None),
        Some(live) if !ask.aspects.has(MEMBERS) => return Ok(Some(live.clone())),
        listed => listed,
    };
    let Some(live) = read_one(aws, name).await? else { return Ok(None) };
    if let Some(Live { inline, managed, .. }) = listed.cloned() {
        return Ok(Some(Live { inline, managed, ..live }));
    }
    let (inline, managed) = futures::try_join!(
        entity::inline(aws, Entity::Group, name, ask.aspects.has(INLINE)),
        entity::managed(aws, Entity::Group, name, ask.aspects.has(MANAGED)),
    )?;
    Ok(Some(Live { inline, managed, ..live }))
}

/// The group with its members.
async fn read_one(aws: &Aws, name: &str) -> Result<Option<Live>, ApiError> {
    let mut pages = aws.client::<Iam>().get_group().group_name(name).into_paginator().send();
    let (mut live, mut members) = (Live::default(), vec![]);
    while let Some(page) = pages.next().await {
        let page = absent_if_not_found(page.map_err(failed("GetGroup", name)))?;
        let Some(page) = page else { return Ok(None) };
        if let Some(group) = page.group {
            aws.note_owner(&group.arn);
            live = Live { arn: group.arn, id: group.group_id, path: group.path, ..live };
        }
        members.extend(page.users.into_iter().map(|user| user.user_name));
    }
    Ok(Some(Live { members: members.into(), ..live }))
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (iam, call) = (aws.client::<Iam>(), step.call());
    match step {
        Step::Create { group, path } => {
            let answer = iam.create_group().group_name(group).set_path(path.clone()).send().await;
            answer.map(drop).map_err(failed(call, group))
        }
        Step::SetPath { group, path } => {
            let answer = iam.update_group().group_name(group).new_path(path).send().await;
            answer.map(drop).map_err(failed(call, group))
        }
        Step::PutPolicy { group, policy, document } => {
            entity::document(aws, Entity::Group, (group, policy), Some(document)).await
        }
        Step::DeletePolicy { group, policy } => {
            entity::document(aws, Entity::Group, (group, policy), None).await
        }
        Step::Attach { group, arn } => entity::attach(aws, Entity::Group, (group, arn.as_str()), true).await,
        Step::Detach { group, arn } => entity::attach(aws, Entity::Group, (group, arn), false).await,
        Step::Add { group, user } => entity::membership(aws, user, group, true).await,
        Step::Remove { group, user } => entity::membership(aws, user, group, false).await,
        Step::Delete { group } => {
            let answer = iam.delete_group().group_name(group).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, group)))
        }
    }
}
