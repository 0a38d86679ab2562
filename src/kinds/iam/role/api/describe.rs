//! Reads many roles in the fewest calls.

use std::collections::HashMap;

use futures::future::FutureExt;

use super::each;
use crate::entity::api::{self as entity, Listing};
use crate::instance_profile::{self, Profile};
use crate::role::live::Live;
use crate::role::{DETAILS, INLINE, MANAGED, PROFILE};
use aws::crowd::read_each;
use aws::{ApiError, Aws};
use kind::{Answers, Ask};
use model::Asked;

const AT_ONCE: usize = 8;

pub(in super::super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let listing = match entity::listing(aws, asks, calls_alone).await {
        Ok(listing) => listing,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    let found = read_each(asks, AT_ONCE, |ask| read(aws, ask, &listing).boxed()).await;
    let profiles = profiles(aws, &found).await;
    for (ask, answer) in found {
        answers.answer(&ask.reference, answer.and_then(|live| with_profile(ask, live, &profiles)));
    }
    answers
}

type Profiles = HashMap<String, Result<Option<Profile>, ApiError>>;

/// The instance profiles that have the names of roles but do not hold them.
async fn profiles(aws: &Aws, found: &[(&Ask, Result<Option<Live>, ApiError>)]) -> Profiles {
    let asking = found.iter().filter(|(ask, _)| ask.aspects.has(PROFILE));
    let lacking = asking.filter_map(|(ask, live)| {
        let name = &ask.reference.name;
        let live = live.as_ref().ok()?.as_ref()?;
        (!live.profiles.answer()?.contains(name)).then_some(name.as_str())
    });
    instance_profile::api::named(aws, &lacking.collect::<Vec<_>>()).await
}

fn with_profile(ask: &Ask, live: Option<Live>, profiles: &Profiles) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let Some(mut live) = live else { return Ok(None) };
    if !ask.aspects.has(PROFILE) {
        return Ok(Some(live));
    }
    live.same_named_profile = Asked::Answer(match profiles.get(name) {
        None => Some(vec![name.clone()]),
        Some(profile) => profile.clone()?.map(|profile| profile.roles),
    });
    Ok(Some(live))
}

/// The minimum number of calls to read one role.
fn calls_alone(ask: &Ask) -> usize {
    let has = |aspect| usize::from(ask.aspects.has(aspect));
    1 + 2 * has(INLINE) + has(MANAGED) + has(PROFILE)
}

async fn read(aws: &Aws, ask: &Ask, listing: &Listing<Live>) -> Result<Option<Live>, ApiError> {
    match listing.found.get(&ask.reference.name) {
        Some(live) => listed(aws, ask, live).await,
        None if listing.is_complete => Ok(None),
        None => each::read(aws, ask).await,
    }
}

/// The listing contains everything except description and session duration.
async fn listed(aws: &Aws, ask: &Ask, live: &Live) -> Result<Option<Live>, ApiError> {
    if !ask.aspects.has(DETAILS) {
        return Ok(Some(live.clone()));
    }
    let role = each::role(aws, &ask.reference.name).await?;
    Ok(role.map(|role| Live { details: role.details, ..live.clone() }))
}
