//! Reads a crowd of roles in the fewest calls.

use futures::future::FutureExt;

use super::each;
use super::listing::{self, Listing};
use crate::aws::crowd::read_each;
use crate::aws::{ApiError, Aws};
use crate::resources::iam::role::live::Live;
use crate::resources::iam::role::{DETAILS, INLINE, MANAGED, PROFILE};
use crate::resources::{Answers, Ask};

const AT_ONCE: usize = 8;

/// More calls than this one by one, and the listing is asked.
const FEW_CALLS: usize = 2;

pub(in super::super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let calls: usize = asks.iter().map(calls_alone).sum();
    let listing = if calls > FEW_CALLS { listing::read(aws).await } else { Ok(None) };
    let listing = match listing {
        Ok(listing) => listing,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask, listing.as_ref()).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// How many calls it takes at least to read a role by itself.
fn calls_alone(ask: &Ask) -> usize {
    let has = |aspect| usize::from(ask.aspects.has(aspect));
    1 + 2 * has(INLINE) + has(MANAGED) + has(PROFILE)
}

async fn read(aws: &Aws, ask: &Ask, listing: Option<&Listing>) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let found = match listing {
        Some(listing) => match listing.roles.get(name) {
            Some(live) => listed(aws, ask, live).await?,
            None if listing.is_complete => None,
            None => each::read(aws, ask).await?,
        },
        None => each::read(aws, ask).await?,
    };
    let Some(mut live) = found else { return Ok(None) };
    if ask.aspects.has(PROFILE) {
        live.same_named_profile = match live.profiles.contains(name) {
            true => Some(vec![name.clone()]),
            false => each::roles_in_profile(aws, name).await?,
        };
    }
    Ok(Some(live))
}

/// The listing knows all but description and longest session.
async fn listed(aws: &Aws, ask: &Ask, live: &Live) -> Result<Option<Live>, ApiError> {
    if !ask.aspects.has(DETAILS) {
        return Ok(Some(live.clone()));
    }
    let role = each::role(aws, &ask.reference.name).await?;
    Ok(role.map(|role| Live { description: role.description, max_session: role.max_session, ..live.clone() }))
}
