//! All roles with everything in one answer: GetAccountAuthorizationDetails.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountAuthorizationDetails.html>.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use aws_sdk_iam::types::{EntityType, RoleDetail};

use super::each::tags;
use crate::aws::paging::is_worth;
use crate::aws::{ApiError, Aws, Fault, failed, policy};
use crate::model::Asked;
use crate::resources::iam::role::live::Live;

/// The largest page, for crowds.
const PAGE: i32 = 1000;
/// A page for a few roles: an account with more is not worth its bytes.
const SMALL_PAGE: i32 = 200;
/// From this many calls on, the largest page is asked for.
const CROWD: usize = 40;

/// So many calls one by one, and the listing is not asked.
const FEW_CALLS: usize = 2;

/// Roles by name.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) roles: HashMap<String, Live>,
    /// True when these are all roles of the account.
    pub(super) is_complete: bool,
}

/// What earlier listings of this account taught.
#[derive(Debug, Default)]
struct Learnt {
    is_denied: AtomicBool,
    /// More roles than this.
    more_than: AtomicUsize,
}

/// As many pages as are worth reading; nothing when the credentials may not read them, as instances and pipelines often may
/// read their own roles only.
///
/// `calls` tells how many calls it takes to read those one by one that are not in the listing.
pub(super) async fn read(aws: &Aws, calls: impl Fn(&Listing) -> usize) -> Result<Listing, ApiError> {
    let mut listing = Listing::default();
    let learnt = aws.kept::<Learnt>();
    let all = calls(&listing);
    let size = if all < CROWD { SMALL_PAGE } else { PAGE };
    let most = learnt.more_than.load(Ordering::Relaxed);
    let is_too_long = !is_worth(most / usize::try_from(size).unwrap_or(1), all);
    if all <= FEW_CALLS || learnt.is_denied.load(Ordering::Relaxed) || is_too_long {
        return Ok(listing);
    }
    let (mut marker, mut pages) = (None, 0);
    while is_worth(pages, calls(&listing)) {
        let call = aws.iam().get_account_authorization_details().filter(EntityType::Role);
        let answer = call.max_items(size).set_marker(marker.take()).send().await;
        let answer = match answer.map_err(failed("GetAccountAuthorizationDetails", "the account's roles")) {
            Ok(answer) => answer,
            Err(error) if error.fault == Fault::Denied => {
                tracing::info!("{error}: reading roles one by one");
                learnt.is_denied.store(true, Ordering::Relaxed);
                return Ok(listing);
            }
            Err(error) => return Err(error),
        };
        for role in answer.role_detail_list.unwrap_or_default() {
            aws.note_owner(role.arn().unwrap_or_default());
            listing.roles.insert(role.role_name.clone().unwrap_or_default(), live(role));
        }
        listing.is_complete = !answer.is_truncated;
        if listing.is_complete {
            break;
        }
        learnt.more_than.fetch_max(listing.roles.len(), Ordering::Relaxed);
        (marker, pages) = (answer.marker, pages + 1);
    }
    Ok(listing)
}

fn live(role: RoleDetail) -> Live {
    let inline = role.role_policy_list.unwrap_or_default().into_iter().map(|inline| {
        let document = policy::decoded(&inline.policy_document.unwrap_or_default());
        (inline.policy_name.unwrap_or_default(), document)
    });
    let managed = role.attached_managed_policies.unwrap_or_default().into_iter();
    let profiles = role.instance_profile_list.unwrap_or_default().into_iter();
    Live {
        arn: role.arn.unwrap_or_default(),
        path: role.path.unwrap_or_default(),
        trust: policy::decoded(&role.assume_role_policy_document.unwrap_or_default()),
        boundary: role.permissions_boundary.and_then(|boundary| boundary.permissions_boundary_arn),
        tags: tags(role.tags),
        inline: Asked::Answer(inline.collect()),
        managed: Asked::Answer(managed.filter_map(|policy| policy.policy_arn).collect()),
        profiles: Asked::Answer(profiles.map(|profile| profile.instance_profile_name).collect()),
        ..Live::default()
    }
}
