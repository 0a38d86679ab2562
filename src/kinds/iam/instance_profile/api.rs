//! The calls for instance profiles.

use std::collections::HashMap;

use aws_sdk_iam::types::InstanceProfile;
use futures::future::FutureExt;

use super::live::Live;
use crate::Iam;
use aws::crowd::read_each;
use aws::error::absent_if_not_found;
use aws::paging::is_worth;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

/// IAM has no call that describes several by name, so they are read in parallel.
const AT_ONCE: usize = 8;
/// The largest page of all of them.
const PAGE: i32 = 1000;

/// An instance profile and the roles in it; AWS allows one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Profile {
    pub(crate) arn: String,
    pub(crate) roles: Vec<String>,
}

impl From<InstanceProfile> for Profile {
    fn from(profile: InstanceProfile) -> Self {
        Self { arn: profile.arn, roles: profile.roles.into_iter().map(|role| role.role_name).collect() }
    }
}

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let names: Vec<&str> = asks.iter().map(|ask| ask.reference.name.as_str()).collect();
    let mut found = named(aws, &names).await;
    let mut answers = Answers::new();
    for ask in asks {
        let profile = found.remove(&ask.reference.name).unwrap_or(Ok(None));
        let live = |profile: Profile| Live { arn: profile.arn, role: profile.roles.into_iter().next() };
        answers.answer(&ask.reference, profile.map(|profile| profile.map(live)));
    }
    answers
}

/// Instance profiles by name, each found, absent or failed: one by its name, several by the account's list if that saves
/// calls.
pub(crate) async fn named(aws: &Aws, names: &[&str]) -> HashMap<String, Result<Option<Profile>, ApiError>> {
    let (mut found, mut is_complete) = (HashMap::new(), false);
    let (mut marker, mut pages) = (None, 0);
    let missing =
        |found: &HashMap<String, _>| names.iter().filter(|name| !found.contains_key(**name)).count();
    while names.len() > 1 && !is_complete && is_worth(pages, missing(&found)) {
        let call = aws.client::<Iam>().list_instance_profiles().max_items(PAGE).set_marker(marker.take());
        // Credentials that may not list them may still read each.
        let Ok(answer) = call.send().await else { break };
        let profiles = answer.instance_profiles.into_iter();
        found.extend(profiles.map(|one| (one.instance_profile_name.clone(), Ok(Some(Profile::from(one))))));
        is_complete = !answer.is_truncated;
        (marker, pages) = (answer.marker, pages + 1);
    }
    let rest: Vec<&str> = names.iter().filter(|name| !found.contains_key(**name)).copied().collect();
    if is_complete {
        found.extend(rest.into_iter().map(|name| (name.to_owned(), Ok(None))));
        return found;
    }
    for (name, answer) in read_each(&rest, AT_ONCE, |name| read(aws, name).boxed()).await {
        found.insert((*name).to_owned(), answer);
    }
    found
}

async fn read(aws: &Aws, name: &str) -> Result<Option<Profile>, ApiError> {
    let answer = aws.client::<Iam>().get_instance_profile().instance_profile_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetInstanceProfile", name)))?;
    Ok(answer.and_then(|answer| answer.instance_profile).map(Profile::from))
}
