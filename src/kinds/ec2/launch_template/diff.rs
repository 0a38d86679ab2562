//! Compares a declared launch template with the one in AWS.

use super::content::{Content, digest_of};
use super::live::Live;
use super::want::Want;
use crate::tagged;
use aws::tags::{Tags, keys, to_value};
use kind::steps::steps;
use model::{Change, Plan, Value};

steps! {
    "EC2";
    /// Creates it with its first version.
    Create { name: String, content: Box<Content>, description: Option<String>, tags: Tags } => "CreateLaunchTemplate",
        "create the launch template";
    /// Adds a version. Repeated calls with the same content after the same version make only one.
    AddVersion { template: String, content: Box<Content>, description: Option<String>, token: String }
        => "CreateLaunchTemplateVersion", "add a version";
    /// Makes a version the default.
    SetDefault { template: String, version: i64 } => "ModifyLaunchTemplate", "make version {} the default", version;
    /// Deletes old versions, up to the maximum of one call.
    DeleteVersions { template: String, versions: Vec<i64> } => "DeleteLaunchTemplateVersions",
        "delete {} former versions", versions.len();
    /// Adds or overwrites tags.
    Tag { template: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { template: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it with all its versions.
    Delete { template: String } => "DeleteLaunchTemplate", "delete the launch template";
}

/// The maximum number of versions that one call deletes.
///
/// See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteLaunchTemplateVersions.html>.
const AT_ONCE: usize = 200;

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => live.content.compared("versions", |content| update(want, live, content)),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            let delete = Step::Delete { template: live.id.clone() };
            plan.then(Change::delete("launch_template", live.name.as_str()), delete);
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let (spec, content) = (&want.spec, &want.content);
    let mut plan = Plan::nothing();
    plan.changes.push(Change::create("launch_template", spec.name.as_str()));
    let data = content.data.as_object().into_iter().flatten();
    plan.changes.extend(data.map(|(key, value)| Change::create(key, value.clone())));
    let user_data = content.user_data.as_ref().map(|_| digest_of(&content.user_data));
    plan.changes.extend(user_data.map(|digest| Change::create("UserData", digest)));
    plan.changes.extend(spec.tags.as_ref().map(|tags| Change::create("tags", to_value(tags))));
    plan.steps.push(Step::Create {
        name: spec.name.clone(),
        content: Box::new(content.clone()),
        description: spec.description.clone(),
        tags: spec.tags.clone().unwrap_or_default(),
    });
    plan
}

fn update(want: &Want, live: &Live, there: &Content) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let template = || live.id.clone();
    let differences = want.content.differences(there);
    let mut latest = live.latest_version;
    if !differences.is_empty() {
        plan.steps.push(Step::AddVersion {
            template: template(),
            content: Box::new(want.content.clone()),
            description: want.spec.description.clone(),
            token: want.content.token(&live.id, latest),
        });
        latest += 1;
    }
    plan.changes.extend(differences.into_iter().map(|(key, old, new)| Change::update(key, old, new)));
    if live.default_version != latest {
        plan.changes.push(Change::update("default_version", live.default_version, latest));
        plan.steps.push(Step::SetDefault { template: template(), version: latest });
    }
    if let Some(keep) = want.spec.keep {
        let versions = live.versions.answer_or_refuse("former versions", &mut plan.refusals).cloned();
        let mut former = versions.unwrap_or_default();
        former.retain(|version| *version != latest);
        former.sort_unstable_by(|a, b| b.cmp(a));
        let mut gone = former.split_off(keep.min(former.len()));
        gone.sort_unstable();
        if !gone.is_empty() {
            let shown: Vec<Value> = gone.iter().map(|version| (*version).into()).collect();
            plan.changes.push(Change::delete("former_versions", Value::List(shown)));
        }
        let chunk =
            |versions: &[i64]| Step::DeleteVersions { template: template(), versions: versions.to_vec() };
        plan.steps.extend(gone.chunks(AT_ONCE).map(chunk));
    }
    let tag = |tags| Step::Tag { template: template(), tags };
    let untag = |tags| Step::Untag { template: template(), tags };
    plan.extend(tagged::difference(want.spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}
