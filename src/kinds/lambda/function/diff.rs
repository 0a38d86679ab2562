//! Compares a declared function with the one in AWS.

use super::live::Live;
use super::settings::Config;
use super::spec::Code;
use super::want::Want;
use crate::permission::{self, Permission};
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Plan, Value};

/// The settings of a new function.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    /// Its code.
    pub code: Code,
    /// `x86_64` or `arm64`.
    pub architectures: Option<Vec<String>>,
    /// Its settings.
    pub config: Config,
    /// Its tags.
    pub tags: Tags,
}

steps! {
    "Lambda";
    /// Creates it with its code, settings and tags. The next round adds permissions.
    Create { name: String, new: Box<New> } => "CreateFunction", "create the function";
    /// Sends the code.
    Code { name: String, code: Code, architectures: Option<Vec<String>> } =>
        "UpdateFunctionCode", "change the code";
    /// Sets the settings that differ.
    Configure { name: String, config: Box<Config> } => "UpdateFunctionConfiguration", "change the settings";
    /// Reserves concurrent calls.
    Reserve { name: String, calls: i32 } => "PutFunctionConcurrency", "reserve {} concurrent calls", calls;
    /// Removes the reservation.
    Unreserve { name: String } => "DeleteFunctionConcurrency", "reserve no concurrent calls";
    /// Adds a statement to its policy.
    Allow { name: String, id: String, permission: Permission } => "AddPermission", "add the permission {}", id;
    /// Removes a statement of its policy.
    Forbid { name: String, id: String } => "RemovePermission", "remove the permission {}", id;
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "TagResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "UntagResource", "remove the tags {}", keys.join(", ");
    /// Deletes it with its versions and aliases.
    Delete { name: String } => "DeleteFunction", "delete the function";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(_)) => {
            let name = want.spec.name.clone();
            let mut plan = Plan::nothing();
            plan.then(Change::delete("function", name.as_str()), Step::Delete { name });
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = want.spec.clone();
    let plain = &spec.plain;
    let code = spec.code.filter(|_| plain.runtime.is_some() && plain.handler.is_some());
    let Some(code) = code else {
        let reason = "there is no such function, and a new one needs Runtime, Handler and its code: ZipFile, Files, \
                      or S3Bucket and S3Key";
        plan.refusals.push(reason.to_owned());
        return plan;
    };
    let tags = spec.tags.unwrap_or_default();
    plan.changes.push(Change::create("function", spec.name.as_str()));
    plan.changes.extend(want.digest.as_ref().map(|digest| Change::create("CodeSha256", digest)));
    let architectures = spec.architectures.clone();
    plan.changes.extend(architectures.map(|it| Change::create("Architectures", Value::from(it))));
    plan.changes.extend(want.config.created());
    let reserved = spec.concurrency.filter(|calls| *calls >= 0);
    plan.changes.extend(reserved.map(|calls| Change::create(RESERVED, calls)));
    let permissions = spec.permissions.filter(|all| !all.is_empty());
    plan.changes
        .extend(permissions.map(|all| Change::create(permission::ARGUMENT.name, permission::to_value(&all))));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let new = New { code, architectures: spec.architectures, config: want.config.clone(), tags };
    plan.steps.push(Step::Create { name: spec.name, new: Box::new(new) });
    plan
}

const RESERVED: &str = "ReservedConcurrentExecutions";

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let spec = &want.spec;
    let name = || spec.name.clone();
    let mut plan = code(want, live);
    let config = want.config.differing(&live.config);
    if config != Config::default() {
        plan.changes.extend(config.changes(&live.config));
        plan.steps.push(Step::Configure { name: name(), config: Box::new(config) });
    }
    let reserved = spec.concurrency.filter(|calls| live.concurrency.unwrap_or(-1) != (*calls).max(-1));
    if let Some(calls) = reserved {
        let step =
            if calls < 0 { Step::Unreserve { name: name() } } else { Step::Reserve { name: name(), calls } };
        plan.then(Change::update(RESERVED, live.concurrency, (calls >= 0).then_some(calls)), step);
    }
    if let Some(wanted) = &spec.permissions {
        plan.extend(live.permissions.compared("permissions", |is| {
            let allow = |id: &str, it: &Permission| Step::Allow {
                name: name(),
                id: id.to_owned(),
                permission: it.clone(),
            };
            permission::compared(wanted, is, allow, |id| Step::Forbid { name: name(), id: id.to_owned() })
        }));
    }
    if let Some(tags) = &spec.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        let difference = tags::difference(tags, &live.tags);
        plan.extend(difference.plan(|tags| Step::Tag { arn: arn(), tags }, untag));
    }
    settled(plan, live)
}

fn code(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = &want.spec;
    let digest = want.digest.as_ref().filter(|digest| digest.known() != Some(&live.digest));
    plan.changes.extend(digest.map(|it| Change::update("CodeSha256", live.digest.as_str(), it)));
    let architectures = spec.architectures.as_ref().filter(|it| **it != live.architectures);
    let is = Value::from(live.architectures.clone());
    plan.changes.extend(architectures.map(|it| Change::update("Architectures", is, it.clone())));
    if plan.changes.is_empty() {
        return plan;
    }
    match &spec.code {
        Some(code) => plan.steps.push(Step::Code {
            name: spec.name.clone(),
            code: code.clone(),
            architectures: spec.architectures.clone(),
        }),
        None => plan.refusals.push(
            "Architectures can change only together with the code: declare ZipFile, or S3Bucket and S3Key"
                .to_owned(),
        ),
    }
    plan
}

/// AWS changes nothing while it makes or changes the function.
fn settled(mut plan: Plan<Step>, live: &Live) -> Plan<Step> {
    let doing = match (live.state.as_str(), live.update.as_str()) {
        ("Pending", _) => "make",
        (_, "InProgress") => "change",
        _ => "",
    };
    if !doing.is_empty() {
        plan.steps.clear();
        plan.links.clear();
        plan.busy = Some(format!("AWS to {doing} the function"));
    } else if plan.steps.is_empty() {
        let failed =
            [("state", &live.state, &live.reason), ("last change", &live.update, &live.update_reason)];
        let failed = failed.into_iter().filter(|(_, word, _)| *word == "Failed");
        plan.refusals
            .extend(failed.map(|(what, _, why)| format!("AWS reports that its {what} is Failed: {why}")));
    }
    plan
}
