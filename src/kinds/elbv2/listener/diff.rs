//! Compares a declared listener with the one in AWS.

use std::collections::BTreeSet;

use super::live::Live;
use super::spec::{Mutual, Plain};
use super::want::Want;
use crate::actions::{self, RuleAction};
use aws::tags::{Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "Elastic Load Balancing v2";
    /// Creates it with its default certificate. The next round sets other certificates and attributes, which need its ARN.
    Create { balancer: Ident, port: i32, new: Box<Settled>, tags: Tags } =>
        "CreateListener", "listen on port {}", port;
    /// Changes what differs.
    Modify { arn: String, new: Box<Settled> } => "ModifyListener", "change {}", new.words();
    /// Adds certificates in addition to the default one.
    AddCertificates { arn: String, certificates: Vec<String> } =>
        "AddListenerCertificates", "add {}", certificates.join(", ");
    /// Removes certificates.
    RemoveCertificates { arn: String, certificates: Vec<String> } =>
        "RemoveListenerCertificates", "remove {}", certificates.join(", ");
    /// Sets the attributes that differ.
    SetAttributes { arn: String, attributes: Tags } => "ModifyListenerAttributes", "set {}", keys(attributes);
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTags", "remove the tags {}", keys.join(", ");
    /// Deletes it, with its rules.
    Delete { arn: String, port: i32 } => "DeleteListener", "stop listening on port {}", port;
}

/// The settings of one call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settled {
    /// Simple settings.
    pub plain: Plain,
    /// The ARN of the default certificate.
    pub certificate: Option<Ident>,
    /// The actions, with ARNs of target groups.
    pub actions: Option<Vec<RuleAction>>,
    /// The mutual authentication, which AWS accepts only as a whole.
    pub mutual: Mutual,
}

impl Settled {
    /// The settings, as text in sentences.
    fn words(&self) -> String {
        let mut words: Vec<&str> = self.plain.entries().into_iter().map(|(name, _)| name).collect();
        words.extend(self.certificate.is_some().then_some("the default certificate"));
        words.extend(self.actions.is_some().then_some("default_actions"));
        words.extend((!self.mutual.is_empty()).then_some("mutual_authentication"));
        words.join(", ")
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            let change = Change::delete("listener", want.spec.name.as_str());
            plan.then(change, Step::Delete { arn: live.arn.clone(), port: live.port });
        }
        (false, None) => {}
    }
    plan
}

fn create(want: &Want) -> Plan<Step> {
    let (mut plan, spec) = (Plan::nothing(), &want.spec);
    let (Some(balancer), Some(actions)) = (want.balancer.clone(), want.actions.clone()) else {
        let reason = "it does not exist, and a new one needs 'default_actions'";
        plan.refusals.push(reason.to_owned());
        return plan;
    };
    plan.changes.push(Change::create("listener", spec.name.as_str()));
    plan.changes.extend(spec.plain.created());
    let certificates = want.certificates.as_ref().filter(|all| !all.is_empty());
    plan.changes.extend(certificates.map(|all| Change::create("certificates", idents(all))));
    plan.changes.push(Change::create("default_actions", actions::shown(&actions)));
    plan.changes.extend(mutual(&spec.mutual).map(|new| Change::create("mutual_authentication", new)));
    plan.changes.extend(spec.extras.created());
    let new = Settled {
        plain: spec.plain.clone(),
        certificate: certificates.and_then(|all| all.first().cloned()),
        actions: Some(actions),
        mutual: spec.mutual.clone(),
    };
    let (port, tags) = (spec.port, spec.extras.tags.clone().unwrap_or_default());
    plan.steps.push(Step::Create { balancer, port, new: Box::new(new), tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let (mut plan, spec) = (Plan::nothing(), &want.spec);
    let arn = || live.arn.clone();
    let mut new = Settled { plain: spec.plain.differing(&live.plain), ..Settled::default() };
    plan.changes = new.plain.changes(&live.plain);
    if let Some(wanted) = want.actions.as_ref().filter(|wanted| !actions::are_alike(wanted, &live.actions)) {
        let change = Change::update("default_actions", actions::shown(&live.actions), actions::shown(wanted));
        plan.changes.push(change);
        new.actions = Some(wanted.clone());
    }
    if !spec.mutual.differing(&live.mutual).is_empty() {
        let is = mutual(&live.mutual).unwrap_or_default();
        plan.changes
            .extend(mutual(&spec.mutual).map(|wanted| Change::update("mutual_authentication", is, wanted)));
        new.mutual = spec.mutual.clone();
    }
    let certificates = certificates(want, live, &mut new);
    plan.changes.extend(certificates.change);
    if !certificates.added.is_empty() {
        plan.steps.push(Step::AddCertificates { arn: arn(), certificates: certificates.added });
    }
    if new != Settled::default() {
        plan.steps.push(Step::Modify { arn: arn(), new: Box::new(new) });
    }
    if !certificates.removed.is_empty() {
        plan.steps.push(Step::RemoveCertificates { arn: arn(), certificates: certificates.removed });
    }
    if want.certificates.is_some() {
        plan.extend(live.others.compared("certificates", |_| Plan::nothing()));
    }
    plan.extend(spec.extras.diff(
        &live.extras,
        |attributes| Step::SetAttributes { arn: arn(), attributes },
        |tags| Step::Tag { arn: arn(), tags },
        |keys| Step::Untag { arn: arn(), keys },
    ));
    plan
}

/// The differences of the certificates.
#[derive(Default)]
struct Certificates {
    change: Option<Change>,
    added: Vec<String>,
    removed: Vec<String>,
}

/// The call that changes other settings also replaces the default. A listener without TLS gets its default first, and others
/// in the next round.
fn certificates(want: &Want, live: &Live, new: &mut Settled) -> Certificates {
    let mut found = Certificates::default();
    let Some(wanted) = &want.certificates else { return found };
    let Some(others) = live.others.answer() else { return found };
    let (default, further) =
        wanted.split_first().map_or((None, wanted.as_slice()), |(first, rest)| (Some(first), rest));
    let ids: BTreeSet<String> = further.iter().map(|id| id.as_str().to_owned()).collect();
    let is_default = default.is_none_or(|default| live.default.as_deref() == Some(default.as_str()));
    new.certificate = default.filter(|_| !is_default).cloned();
    // A previous default may stay as a further certificate.
    let kept = |arn: &&String| default.map(Ident::as_str) != Some(arn.as_str());
    let gone: Vec<String> = others.difference(&ids).filter(kept).cloned().collect();
    let come: Vec<String> =
        ids.difference(others).filter(|arn| live.default.as_ref() != Some(*arn)).cloned().collect();
    if !is_default || !gone.is_empty() || !come.is_empty() {
        let is: Vec<Ident> = live.default.iter().chain(others).map(|arn| Ident::from(arn.as_str())).collect();
        found.change = Some(Change::update("certificates", idents(&is), idents(wanted)));
    }
    if live.is_secure() {
        (found.added, found.removed) = (come, gone);
    }
    found
}

fn mutual(mutual: &Mutual) -> Option<Value> {
    (!mutual.is_empty()).then(|| mutual.entries().into_iter().collect())
}

fn idents(idents: &[Ident]) -> Value {
    Value::List(idents.iter().map(Value::from).collect())
}
