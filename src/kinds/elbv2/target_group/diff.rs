//! Compares a declared target group with the one in AWS.

use super::live::Live;
use super::spec::{Check, Fixed, Spec};
use super::want::Want;
use aws::arn::is_arn;
use aws::tags::{Tags, keys};
use kind::settings::{Settings, cannot_change};
use kind::steps::steps;
use model::{Change, Fields, Ident, Plan, Value};

steps! {
    "Elastic Load Balancing v2";
    /// Creates it. The next round sets attributes, which need its ARN.
    Create { new: Box<New> } => "CreateTargetGroup", "create the target group";
    /// Changes what differs of the health check.
    Check { arn: String, check: Check, is_grpc: bool } => "ModifyTargetGroup", "change the health check";
    /// Sets the attributes that differ.
    SetAttributes { arn: String, attributes: Tags } => "ModifyTargetGroupAttributes", "set {}", keys(attributes);
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTags", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { arn: String } => "DeleteTargetGroup", "delete the target group";
}

/// The settings of a new group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// Its name.
    pub name: String,
    /// Settings that cannot be changed after creation.
    pub fixed: Fixed,
    /// The VPC of its targets.
    pub vpc: Option<Ident>,
    /// The health check.
    pub check: Check,
    /// Its tags.
    pub tags: Tags,
}

impl New {
    /// The arguments of the function `create_target_group`.
    pub(crate) fn read(fields: &Fields) -> Self {
        Self {
            name: fields.required_text("name"),
            fixed: Fixed::read(fields),
            vpc: fields.text("vpc_id").map(Ident::from),
            check: Check::read(fields),
            tags: Tags::new(),
        }
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            let change = Change::delete("target_group", live.name.as_str());
            plan.then(change, Step::Delete { arn: live.arn.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn create(want: &Want) -> Plan<Step> {
    let Spec { name, fixed, check, extras, .. } = want.spec.clone();
    let mut plan = Plan::nothing();
    if is_arn(&name) {
        let reason = "there is none with that ARN, and AWS chooses the ARN of a new one: write a name";
        plan.refusals.push(reason.to_owned());
        return plan;
    }
    plan.changes.push(Change::create("target_group", name.as_str()));
    plan.changes.extend(fixed.created().into_iter().chain(check.created()));
    plan.changes.extend(want.vpc.as_ref().map(|vpc| Change::create("vpc_id", vpc)));
    plan.changes.extend(extras.created());
    let new = New { name, fixed, vpc: want.vpc.clone(), check, tags: extras.tags.unwrap_or_default() };
    plan.steps.push(Step::Create { new: Box::new(new) });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let spec = &want.spec;
    let arn = || live.arn.clone();
    let mut plan = Plan::nothing();
    plan.refusals = spec.fixed.refusals(&live.fixed, "target group");
    let vpc = want.vpc.as_ref().filter(|vpc| vpc.as_str() != live.vpc_id).map(Value::from);
    let is = Value::from(live.vpc_id.as_str());
    plan.refusals.extend(vpc.map(|vpc| cannot_change("target group", "vpc_id", &is, &vpc)));
    let check = spec.check.differing(&live.check);
    plan.changes = check.changes(&live.check);
    if !check.is_empty() {
        plan.steps.push(Step::Check { arn: arn(), check, is_grpc: live.is_grpc() });
    }
    plan.extend(spec.extras.diff(
        &live.extras,
        |attributes| Step::SetAttributes { arn: arn(), attributes },
        |tags| Step::Tag { arn: arn(), tags },
        |keys| Step::Untag { arn: arn(), keys },
    ));
    plan
}
