//! Compares a declared managed policy with the one in AWS.

use super::live::Live;
use super::spec::Spec;
use aws::arn::is_arn;
use aws::policy;
use aws::tags::{self, Tags, keys};
use kind::settings::cannot_change;
use kind::steps::steps;
use model::{Change, Plan};

/// How many versions a policy may have.
///
/// See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>.
const VERSIONS: usize = 5;

steps! {
    "IAM";
    /// Makes it, with its first version.
    Create { name: String, path: Option<String>, description: Option<String>, document: String, tags: Tags } =>
        "CreatePolicy", "create the policy";
    /// Deletes a version that is not the default.
    DeleteVersion { arn: String, version: String } => "DeletePolicyVersion", "delete its version {}", version;
    /// Makes a version, which becomes the default at once.
    CreateVersion { arn: String, document: String } => "CreatePolicyVersion", "make a new version of the policy";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "TagPolicy", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "UntagPolicy", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { arn: String } => "DeletePolicy", "delete the policy";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let Spec { name, path, description, document, tags, .. } = want.clone();
    let mut plan = Plan::nothing();
    if is_arn(&name) {
        let reason = "there is none with that ARN, and AWS chooses the ARN of a new one: write a name";
        plan.refusals.push(reason.to_owned());
        return plan;
    }
    plan.changes.push(Change::create("policy", name.as_str()));
    plan.changes.push(Change::create("document", policy::to_shown(&document)));
    let tags = tags.unwrap_or_default();
    let texts = [("path", &path), ("description", &description)];
    plan.changes
        .extend(texts.into_iter().filter_map(|(key, text)| Some(Change::create(key, text.as_deref()?))));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    plan.steps.push(Step::Create { name, path, description, document, tags });
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let arn = || live.arn.clone();
    if let Some(path) = want.path.as_ref().filter(|path| **path != live.path) {
        let (is, wanted) = (live.path.as_str().into(), path.as_str().into());
        plan.refusals.push(cannot_change("managed policy", "path", &is, &wanted));
    }
    if let Some(wanted) = &want.description {
        plan.extend(live.description.compared("description", |is| described(&live.name, wanted, is)));
    }
    plan.extend(live.document.compared("the document", |current| {
        let mut plan = Plan::nothing();
        if !policy::is_same(&want.document, current) {
            let shown = (policy::to_shown(current), policy::to_shown(&want.document));
            let oldest = live.other_versions.first().filter(|_| live.other_versions.len() + 1 >= VERSIONS);
            plan.steps
                .extend(oldest.map(|version| Step::DeleteVersion { arn: arn(), version: version.clone() }));
            let step = Step::CreateVersion { arn: arn(), document: want.document.clone() };
            plan.then(Change::update("document", shown.0, shown.1), step);
        }
        plan
    }));
    if let Some(tags) = &want.tags {
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

/// A warning only: Salt never compares it, so a file that works there works here.
fn described(name: &str, wanted: &str, is: &str) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if wanted != is {
        plan.warnings.push(format!("the description of {name} cannot change: it is '{is}'"));
    }
    plan
}

fn delete(live: &Live) -> Plan<Step> {
    live.document.compared("its versions", |_| {
        let mut plan = Plan::nothing();
        let delete =
            |version: &String| Step::DeleteVersion { arn: live.arn.clone(), version: version.clone() };
        plan.changes.push(Change::delete("policy", live.name.as_str()));
        plan.steps.extend(live.other_versions.iter().map(delete));
        plan.steps.push(Step::Delete { arn: live.arn.clone() });
        plan
    })
}
