//! Compares a declared key pair with the one in AWS.

use super::live::Live;
use super::spec::Spec;
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "EC2";
    /// AWS makes it, and this saves the private key.
    Create { name: String, file: String, tags: Tags } => "CreateKeyPair", "create the key pair and save its private key";
    /// Imports a public key.
    Import { name: String, public: String, tags: Tags } => "ImportKeyPair", "import the public key";
    /// Adds or overwrites tags.
    Tag { pair: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { pair: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { name: String } => "DeleteKeyPair", "delete the key pair";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) if live.is_lost => {
            // Its private key is lost: the next round makes another pair.
            let mut plan = create(want);
            plan.steps = vec![Step::Delete { name: want.name.clone() }];
            plan
        }
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            plan.then(
                Change::delete("key_pair", live.name.as_str()),
                Step::Delete { name: live.name.clone() },
            );
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = want.name.clone();
    plan.changes.push(Change::create("key_pair", name.as_str()));
    plan.changes.extend(want.tags.as_ref().map(|tags| Change::create("tags", tags::to_value(tags))));
    let tags = want.tags.clone().unwrap_or_default();
    let import = want.public.clone().map(|public| (public, tags.clone()));
    plan.steps.extend(match (import, want.file()) {
        (Some((public, tags)), _) => Some(Step::Import { name, public, tags }),
        (None, Some(file)) => {
            plan.changes.push(Change::create("private_key", file.as_str()));
            Some(Step::Create { name, file, tags })
        }
        (None, None) => None,
    });
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let (wanted, is) = (want.public.as_deref().and_then(body), live.public.as_deref().and_then(body));
    if let (Some(_), Some(is)) = (wanted.filter(|wanted| is.is_some_and(|is| is != *wanted)), is) {
        let shown = is.get(is.len().saturating_sub(12)..).unwrap_or(is);
        plan.refusals.push(format!(
            "the key pair '{}' has another public key (it ends with {shown}): delete it first, or give the new key pair another name",
            live.name
        ));
    }
    if let Some(wanted) = &want.tags {
        let pair = || live.id.clone();
        let tag = |tags| Step::Tag { pair: pair(), tags };
        plan.extend(
            tags::difference(wanted, &live.tags).plan(tag, |tags| Step::Untag { pair: pair(), tags }),
        );
    }
    plan
}

/// The key without type and comment, because AWS may change these.
fn body(key: &str) -> Option<&str> {
    key.split_whitespace().nth(1)
}
