//! From the names that an author writes to EC2's ids.

use indexmap::IndexMap;

use super::rule::{Party, Peer, Rule};
use super::spec::{Rules, Spec, Vpc};
use super::{SecurityGroup, Source};
use crate::vpc::DefaultVpc;
use kind::{Lookup, Unresolved};
use model::{Aspects, Ident, Reference, Value};

/// A security group as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The group's name.
    pub name: String,
    /// False if it is declared absent.
    pub present: bool,
    /// Its description.
    pub description: String,
    /// The VPC to create it in; none for the default one.
    pub vpc: Option<Ident>,
    /// True if the group does not exist and that VPC has an IPv6 range: AWS then also allows outgoing IPv6 traffic of a
    /// new group.
    pub is_new_in_ipv6: bool,
    /// Ingress rules; none if not managed.
    pub ingress: Option<WantedRules>,
    /// Egress rules; none if not managed.
    pub egress: Option<WantedRules>,
    /// All its tags; none if tags are not managed.
    pub tags: Option<IndexMap<String, String>>,
}

/// All rules of one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedRules {
    /// The declared rules, without duplicates.
    pub rules: Vec<Rule<Party>>,
    /// True if all others are removed.
    pub exclusive: bool,
}

fn group(name: &str) -> Reference {
    Reference::new(SecurityGroup::KIND, name)
}

fn vpc_named(name: &str) -> Reference {
    Reference::new("ec2.vpc", name)
}

/// If a group is declared absent and its VPC is gone, the lookup finds nothing.
pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    match vpc(spec, lookup)? {
        None if spec.vpc != Vpc::Unsaid => Ok(group(&spec.name).within("")),
        None => Ok(group(&spec.name)),
        Some(Ident::Known(id)) => Ok(group(&spec.name).within(id)),
        Some(Ident::AfterApply(vpc)) => Err(Unresolved::AfterApply(vpc)),
    }
}

fn vpc(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Option<Ident>, Unresolved> {
    match &spec.vpc {
        Vpc::Unsaid => Ok(None),
        Vpc::Id(id) => Ok(Some(id.as_str().into())),
        Vpc::Name(name) if !spec.present => lookup.optional(&vpc_named(name), "id"),
        Vpc::Name(name) => lookup.ident(&vpc_named(name), "id").map(Some),
    }
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let mut uses = vec![];
    if let Vpc::Name(name) = &spec.vpc {
        uses.push(vpc_named(name));
    }
    let rules = spec.ingress.iter().chain(&spec.egress).flat_map(|rules| &rules.rules);
    for rule in rules {
        match &rule.peer {
            Peer::Name { owner: Some(owner), .. } if !is_account(owner) => {}
            Peer::Name { name, vpc, .. } => {
                uses.extend((*name != spec.name).then(|| group(name)));
                uses.extend(vpc.as_deref().map(vpc_named));
            }
            Peer::Id { id, owner: None } => uses.push(group(id)),
            Peer::Id { .. } | Peer::Range(_) | Peer::PrefixList(_) => {}
        }
    }
    uses
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc = vpc(spec, lookup);
    let home = home(spec, &vpc, lookup);
    let ingress = rules(spec, spec.ingress.as_ref(), &home, lookup);
    let egress = rules(spec, spec.egress.as_ref(), &home, lookup);
    let is_new_in_ipv6 = is_new_in_ipv6(spec, lookup);
    Ok(Want {
        name: spec.name.clone(),
        present: spec.present,
        description: spec.description.clone(),
        vpc: vpc?,
        is_new_in_ipv6: is_new_in_ipv6?,
        ingress: ingress?,
        egress: egress?,
        tags: spec.tags.clone(),
    })
}

/// True if the group does not exist and its VPC has an IPv6 range.
///
/// The VPC is read only if the answer matters: the group is new, and its egress rules are declared. Without the permission
/// to read the VPC, a test run predicts for IPv4 only; the real run compares with the group that AWS made.
fn is_new_in_ipv6(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<bool, Unresolved> {
    if !spec.present || spec.egress.is_none() {
        return Ok(false);
    }
    let own = match locate(spec, lookup) {
        Ok(own) => own,
        Err(Unresolved::Unread) => return Err(Unresolved::Unread),
        // Other states that need the VPC report its problem.
        Err(_) => return Ok(false),
    };
    match lookup.value(&own, "id", Aspects::NONE) {
        Err(Unresolved::Unread) => return Err(Unresolved::Unread),
        Err(Unresolved::Missing(_) | Unresolved::AfterApply(_)) => {}
        _ => return Ok(false),
    }
    let home = match &spec.vpc {
        Vpc::Unsaid => Reference::new(DefaultVpc::KIND, "default"),
        Vpc::Id(name) | Vpc::Name(name) => vpc_named(name),
    };
    match lookup.value(&home, "has_ipv6", Aspects::NONE) {
        Err(Unresolved::Unread) => Err(Unresolved::Unread),
        found => Ok(found.is_ok_and(|found| found.as_bool() == Some(true))),
    }
}

/// Where the names of peers are looked up.
enum Home {
    /// In this VPC.
    Vpc(Ident),
    /// In the VPC of the group itself; no VPC is declared.
    Own(String),
    /// Where a group without a declared VPC is looked up: the group does not exist yet.
    Default,
}

fn home(
    spec: &Spec,
    vpc: &Result<Option<Ident>, Unresolved>,
    lookup: &mut Lookup<'_>,
) -> Result<Home, Unresolved> {
    if let Some(vpc) = vpc.clone()? {
        return Ok(Home::Vpc(vpc));
    }
    let rules = spec.ingress.iter().chain(&spec.egress).flat_map(|rules| &rules.rules);
    if !rules.into_iter().any(|rule| matches!(rule.peer, Peer::Name { .. })) {
        return Ok(Home::Default);
    }
    match lookup.value(&group(&spec.name), "vpc_id", Aspects::NONE) {
        Ok(Value::Str(id)) => Ok(Home::Own(id)),
        Ok(_) | Err(Unresolved::AfterApply(_) | Unresolved::Missing(_)) => Ok(Home::Default),
        Err(other) => Err(other),
    }
}

fn rules(
    spec: &Spec,
    declared: Option<&Rules>,
    home: &Result<Home, Unresolved>,
    lookup: &mut Lookup<'_>,
) -> Result<Option<WantedRules>, Unresolved> {
    let Some(declared) = declared else { return Ok(None) };
    let all: Vec<_> = declared
        .rules
        .iter()
        .map(|rule| party(spec, &rule.peer, home, lookup).map(|party| rule.with(party)))
        .collect();
    let mut rules: Vec<Rule<Party>> = vec![];
    for rule in all {
        let rule = rule?;
        if !rules.iter().any(|known| rule.is(known)) {
            rules.push(rule);
        }
    }
    Ok(Some(WantedRules { rules, exclusive: declared.exclusive }))
}

fn party(
    spec: &Spec,
    peer: &Peer,
    home: &Result<Home, Unresolved>,
    lookup: &mut Lookup<'_>,
) -> Result<Party, Unresolved> {
    match peer {
        Peer::Range(cidr) => Ok(Party::Range(cidr.clone())),
        Peer::PrefixList(id) => Ok(Party::PrefixList(id.clone())),
        Peer::Id { id, owner: Some(owner) } => {
            Ok(Party::Group { id: id.as_str().into(), owner: Some(owner.clone()), name: None })
        }
        Peer::Id { id, owner: None } => {
            Ok(Party::Group { id: lookup.ident(&group(id), "id")?, owner: None, name: None })
        }
        Peer::Name { name, owner: Some(owner), .. } if !is_account(owner) => {
            Ok(Party::Classic { owner: owner.clone(), name: name.clone() })
        }
        Peer::Name { name, vpc: None, .. } if *name == spec.name => Ok(Party::Itself { name: name.clone() }),
        Peer::Name { name, vpc, owner } => {
            let there = match vpc {
                Some(vpc) => lookup.ident(&vpc_named(vpc), "id").map(Home::Vpc),
                None => named_home(name, home, lookup),
            };
            let id = named(name, &there?, lookup);
            if let Some(owner) = owner {
                owned(name, owner, id.as_ref(), lookup)?;
            }
            Ok(Party::Group { id: id?, owner: None, name: Some(name.clone()) })
        }
    }
}

/// The peer's home: the group's own VPC if the peer must be looked up there, else the VPC where the peer is found.
///
/// The peer is first looked up without a VPC, together with all others: this is usually right and saves a second call.
fn named_home(
    name: &str,
    home: &Result<Home, Unresolved>,
    lookup: &mut Lookup<'_>,
) -> Result<Home, Unresolved> {
    let own = match home {
        Ok(Home::Vpc(vpc)) => return Ok(Home::Vpc(vpc.clone())),
        Ok(Home::Own(own)) => Ok(Some(own.clone())),
        Ok(Home::Default) => Ok(None),
        Err(error) => Err(error.clone()),
    };
    let found = lookup.value(&group(name), "vpc_id", Aspects::NONE);
    match (own?, found) {
        (_, Err(Unresolved::Unread)) => Err(Unresolved::Unread),
        (Some(own), Ok(vpc)) if vpc.as_str() != Some(&own) => Ok(Home::Vpc(Ident::Known(own))),
        (Some(own), Err(Unresolved::Failed(..))) => Ok(Home::Vpc(Ident::Known(own))),
        _ => Ok(Home::Default),
    }
}

fn named(name: &str, home: &Home, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match home {
        Home::Vpc(Ident::Known(vpc)) | Home::Own(vpc) => lookup.ident(&group(name).within(vpc), "id"),
        Home::Vpc(Ident::AfterApply(_)) => Ok(Ident::AfterApply(group(name))),
        Home::Default => lookup.ident(&group(name), "id"),
    }
}

/// A name means a group of the same account. A group of another account must be named by its id.
fn owned(
    name: &str,
    owner: &str,
    id: Result<&Ident, &Unresolved>,
    lookup: &mut Lookup<'_>,
) -> Result<(), Unresolved> {
    let is_own = match id {
        Ok(Ident::AfterApply(_)) => true,
        Ok(Ident::Known(id)) => {
            let found = lookup.value(&group(id), "owner_id", Aspects::NONE)?;
            found.as_str() == Some(owner)
        }
        Err(Unresolved::Missing(_)) => false,
        Err(other) => return Err(other.clone()),
    };
    if is_own {
        return Ok(());
    }
    Err(Unresolved::Refused(format!(
        "EC2 accepts a group of another account only by its id: write source_group_group_id instead of \
         source_group_name '{name}' beside source_group_owner_id '{owner}'"
    )))
}

/// Accounts have twelve digits; `amazon-elb` is not an account, but a word of EC2-Classic.
fn is_account(owner: &str) -> bool {
    owner.len() == 12 && owner.bytes().all(|byte| byte.is_ascii_digit())
}
