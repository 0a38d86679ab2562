//! All entities of a kind with everything in one response: GetAccountAuthorizationDetails.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountAuthorizationDetails.html>.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use aws_sdk_iam::operation::get_account_authorization_details::GetAccountAuthorizationDetailsOutput;
use aws_sdk_iam::types::{AttachedPolicy, EntityType, PolicyDetail};

use crate::Iam;
use crate::entity::declared::Documents;
use aws::paging::is_worth;
use aws::{ApiError, Aws, Fault, failed, policy};
use kind::Ask;
use model::Asked;

/// The largest page, for many entities.
const PAGE: i32 = 1000;
/// A page for few entities: a larger one would not be worth its bytes.
const SMALL_PAGE: i32 = 200;
/// From this number of calls on, the largest page is requested.
const CROWD: usize = 40;

/// Up to this number of single calls, the listing is not used.
const FEW_CALLS: usize = 2;

/// A kind of entity in the listing.
pub(crate) trait Listed: Default + Send + Sync + 'static {
    /// The filter of the listing for it.
    const FILTER: EntityType;

    /// The entities on a page, by name.
    fn on(page: GetAccountAuthorizationDetailsOutput) -> Vec<(String, Self)>;

    /// Its ARN, which contains the account.
    fn arn(&self) -> &str;
}

/// Entities by name.
pub(crate) struct Listing<L> {
    pub(crate) found: HashMap<String, L>,
    /// True if these are all entities of the account.
    pub(crate) is_complete: bool,
}

/// What is known from earlier listings of this account.
struct Learnt<L> {
    is_denied: AtomicBool,
    /// The account has more of them than this.
    more_than: AtomicUsize,
    of: PhantomData<fn() -> L>,
}

impl<L> Default for Learnt<L> {
    fn default() -> Self {
        Self { is_denied: AtomicBool::default(), more_than: AtomicUsize::default(), of: PhantomData }
    }
}

/// As many pages as are worth reading; nothing if the credentials may not read them: instances and pipelines often may
/// read only their own role.
///
/// `spares` is the number of calls that the listing saves for an entity that it contains.
pub(crate) async fn read<L: Listed>(
    aws: &Aws,
    asks: &[Ask],
    spares: fn(&Ask) -> usize,
) -> Result<Listing<L>, ApiError> {
    let calls = |listing: &Listing<L>| -> usize {
        let is_missing = |ask: &&Ask| !listing.found.contains_key(&ask.reference.name);
        asks.iter().filter(is_missing).map(spares).sum()
    };
    let mut listing = Listing { found: HashMap::new(), is_complete: false };
    let learnt = aws.kept::<Learnt<L>>();
    let all = calls(&listing);
    let size = if all < CROWD { SMALL_PAGE } else { PAGE };
    let most = learnt.more_than.load(Ordering::Relaxed);
    let is_too_long = !is_worth(most / usize::try_from(size).unwrap_or(1), all);
    if all <= FEW_CALLS || learnt.is_denied.load(Ordering::Relaxed) || is_too_long {
        return Ok(listing);
    }
    let (mut marker, mut pages) = (None, 0);
    while is_worth(pages, calls(&listing)) {
        let call = aws.client::<Iam>().get_account_authorization_details().filter(L::FILTER);
        let answer = call.max_items(size).set_marker(marker.take()).send().await;
        let answer = match answer.map_err(failed("GetAccountAuthorizationDetails", "the account")) {
            Ok(answer) => answer,
            Err(error) if error.fault == Fault::Denied => {
                tracing::info!("{error}: reading them one by one");
                learnt.is_denied.store(true, Ordering::Relaxed);
                return Ok(listing);
            }
            Err(error) => return Err(error),
        };
        listing.is_complete = !answer.is_truncated;
        let next = answer.marker.clone();
        for (name, live) in L::on(answer) {
            aws.note_owner(live.arn());
            listing.found.insert(name, live);
        }
        if listing.is_complete {
            break;
        }
        learnt.more_than.fetch_max(listing.found.len(), Ordering::Relaxed);
        (marker, pages) = (next, pages + 1);
    }
    Ok(listing)
}

/// The inline policies of an entity on the listing.
pub(crate) fn listed_inline(policies: Option<Vec<PolicyDetail>>) -> Asked<Documents> {
    let named = policies.unwrap_or_default().into_iter().map(|inline| {
        let document = policy::decoded(&inline.policy_document.unwrap_or_default());
        (inline.policy_name.unwrap_or_default(), document)
    });
    Asked::Answer(named.collect())
}

/// The ARNs of the managed policies of an entity on the listing.
pub(crate) fn listed_managed(policies: Option<Vec<AttachedPolicy>>) -> Asked<Vec<String>> {
    Asked::Answer(policies.unwrap_or_default().into_iter().filter_map(|policy| policy.policy_arn).collect())
}
