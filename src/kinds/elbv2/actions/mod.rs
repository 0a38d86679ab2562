//! What a listener or a rule does with a request: the same actions for both.

mod api;
mod export;
mod live;
mod parts;
#[cfg(test)]
mod tests;
mod written;

pub(super) use self::api::sent;
pub(super) use self::export::{declared, has_secret};
pub(super) use self::live::of;
pub(super) use self::parts::ACTIONS;
pub(super) use self::written::{FORWARDING, RuleAction, forwards, read, resolve, shown, uses};

use aws::tags::Tags;

/// The actions in canonical form: with AWS's defaults, without secrets, and in the order of the list.
///
/// See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_Action.html>.
fn canonical(actions: &[RuleAction]) -> Vec<RuleAction> {
    let mut sorted = actions.to_vec();
    sorted.sort_by_key(|action| action.order.unwrap_or_default());
    sorted.into_iter().map(RuleAction::canonical).collect()
}

/// True if both do the same. Secrets are never compared.
pub(super) fn are_alike(one: &[RuleAction], other: &[RuleAction]) -> bool {
    canonical(one) == canonical(other)
}

/// Further parameters of a sign-in request.
type Parameters = Tags;
