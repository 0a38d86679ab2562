//! The calls for users.

mod apply;
mod belongings;

pub(crate) use apply::apply;

use futures::future::FutureExt;

use super::live::Live;
use super::{BELONGINGS, INLINE, MANAGED, PASSWORD};
use crate::Iam;
use crate::entity::api::{self as entity, Entity, Listing};
use aws::crowd::read_each;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Asked;

/// IAM has no call that describes several by name, so they are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let listing = match entity::listing(aws, asks, calls_alone).await {
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

/// The minimum number of calls that the listing saves.
fn calls_alone(ask: &Ask) -> usize {
    let has = |aspect| usize::from(ask.aspects.has(aspect));
    1 + 2 * has(INLINE) + has(MANAGED)
}

async fn read(aws: &Aws, ask: &Ask, listing: &Listing<Live>) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let live = match listing.found.get(name) {
        Some(live) => Some(live.clone()),
        None if listing.is_complete => None,
        None => read_one(aws, ask).await?,
    };
    let Some(live) = live else { return Ok(None) };
    let (has_password, belongings) = futures::try_join!(
        has_password(aws, name, ask.aspects.has(PASSWORD)),
        belongings::read(aws, name, ask.aspects.has(BELONGINGS)),
    )?;
    Ok(Some(Live { has_password, belongings, ..live }))
}

/// The user with everything that the listing would contain.
async fn read_one(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let answer = aws.client::<Iam>().get_user().user_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetUser", name)))?;
    let Some(user) = answer.and_then(|answer| answer.user) else { return Ok(None) };
    aws.note_owner(user.arn());
    let (inline, managed) = futures::try_join!(
        entity::inline(aws, Entity::User, name, ask.aspects.has(INLINE)),
        entity::managed(aws, Entity::User, name, ask.aspects.has(MANAGED)),
    )?;
    Ok(Some(Live { inline, managed, ..Live::of(user) }))
}

async fn has_password(aws: &Aws, user: &str, needed: bool) -> Result<Asked<bool>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let answer = aws.client::<Iam>().get_login_profile().user_name(user).send().await;
    let profile = absent_if_not_found(answer.map_err(failed("GetLoginProfile", user)))?;
    Ok(profile.is_some().into())
}
