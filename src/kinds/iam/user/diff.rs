//! Compares a declared user with the one in AWS.

use super::live::{Belongings, Live};
use super::spec::{Keeps, Spec};
use super::want::{Leaving, Want};
use crate::entity::named::Boundary;
use crate::entity::plan::{self, PolicySteps, policy_steps};
use aws::arn::is_arn;
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use kind::write_only::WriteOnly;
use model::{Asked, Change, Ident, Plan, Reference};

steps! {
    "IAM";
    /// Creates it.
    Create { user: String, path: Option<String>, boundary: Option<Ident>, tags: Tags } =>
        "CreateUser", "create the user";
    /// Gives a password to a user who has none.
    SetPassword { user: String, password: WriteOnly, must_reset: bool } => "CreateLoginProfile", "set the password";
    /// Moves it to another path.
    SetPath { user: String, path: String } => "UpdateUser", "set the path {}", path;
    /// Sets the permissions boundary.
    SetBoundary { user: String, arn: Ident } =>
        "PutUserPermissionsBoundary", "set the permissions boundary {}", arn;
    /// Removes the permissions boundary.
    RemoveBoundary { user: String } => "DeleteUserPermissionsBoundary", "remove the permissions boundary";
    /// Adds or overwrites tags.
    Tag { user: String, tags: Tags } => "TagUser", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { user: String, keys: Vec<String> } => "UntagUser", "remove the tags {}", keys.join(", ");
    /// Puts an inline policy.
    PutPolicy { user: String, policy: String, document: String } => "PutUserPolicy", "put the policy {}", policy;
    /// Deletes an inline policy.
    DeletePolicy { user: String, policy: String } => "DeleteUserPolicy", "delete the policy {}", policy;
    /// Attaches a managed policy.
    Attach { user: String, arn: Ident } => "AttachUserPolicy", "attach {}", arn;
    /// Detaches a managed policy.
    Detach { user: String, arn: String } => "DetachUserPolicy", "detach {}", arn;
    /// Deletes the password.
    DeletePassword { user: String } => "DeleteLoginProfile", "delete the password";
    /// Deletes an access key.
    DeleteAccessKey { user: String, id: String } => "DeleteAccessKey", "delete the access key {}", id;
    /// Deletes a public SSH key.
    DeleteSshKey { user: String, id: String } => "DeleteSSHPublicKey", "delete the SSH key {}", id;
    /// Deletes a signing certificate.
    DeleteCertificate { user: String, id: String } =>
        "DeleteSigningCertificate", "delete the signing certificate {}", id;
    /// Deletes a credential for one service.
    DeleteCredential { user: String, id: String } =>
        "DeleteServiceSpecificCredential", "delete the service-specific credential {}", id;
    /// Deactivates an MFA device of the user.
    Deactivate { user: String, serial: String } => "DeactivateMFADevice", "deactivate the MFA device {}", serial;
    /// Deletes a virtual MFA device, which is no longer the user's.
    DeleteDevice { serial: String } => "DeleteVirtualMFADevice", "delete the virtual MFA device {}", serial;
    /// Removes it from a group.
    Leave { user: String, group: String } => "RemoveUserFromGroup", "remove the user from the group {}", group;
    /// Deletes it.
    Delete { user: String } => "DeleteUser", "delete the user";
}

policy_steps!(Step, user);

impl Step {
    /// Things that other kinds manage.
    pub(super) fn also_touches(&self) -> Option<Reference> {
        match self {
            Self::Leave { group, .. } => Some(Reference::new("iam.group", group)),
            Self::DeleteAccessKey { user, .. } => Some(Reference::new("iam.access_keys", user)),
            _ => None,
        }
    }

    /// Policies, password, tags and the like do not depend on each other. New policies are added before others are removed,
    /// so that the user is never without both.
    pub(super) fn follows(&self, earlier: &Self) -> bool {
        self.takes_after(earlier)
            || matches!(
                (self, earlier),
                (Self::Delete { .. }, _)
                    | (_, Self::Create { .. })
                    | (Self::Untag { .. }, Self::Tag { .. })
                    | (Self::DeleteDevice { .. }, Self::Deactivate { .. })
            )
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(&want.spec, &want.leaving, live),
        (false, None) => Plan::nothing(),
    }
}

/// Creates the user and everything that only needs its name.
fn create(want: &Want) -> Plan<Step> {
    let Spec { name: user, path, tags, .. } = want.spec.clone();
    let (boundary, tags) = (want.boundary.as_ref().and_then(Boundary::policy), tags.unwrap_or_default());
    let mut plan = Plan::nothing();
    let step = Step::Create {
        user: user.clone(),
        path: path.clone(),
        boundary: boundary.clone(),
        tags: tags.clone(),
    };
    plan.then(Change::create("user", user), step);
    plan.changes.extend(path.map(|path| Change::create("path", path)));
    plan.changes.extend(boundary.map(|arn| Change::create("permissions_boundary", &arn)));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let (inline, managed, has_password) = (Asked::empty(), Asked::empty(), Asked::Answer(false));
    plan.extend(by_name(want, &Live { inline, managed, has_password, ..Live::default() }));
    plan
}

/// The password and the policies.
fn by_name(want: &Want, live: &Live) -> Plan<Step> {
    let Spec { name, policies, .. } = &want.spec;
    let mut plan = password(&want.spec, live);
    plan.extend(plan::inline(name, policies, &live.inline));
    plan.extend(plan::managed(name, want.managed.as_deref(), policies.keeps_managed, &live.managed));
    plan
}

fn password(want: &Spec, live: &Live) -> Plan<Step> {
    let Some(password) = want.password.clone() else { return Plan::nothing() };
    live.has_password.compared("password", |has_one| {
        let mut plan = Plan::nothing();
        if !has_one {
            let (user, must_reset) = (want.name.clone(), want.must_reset);
            let step = Step::SetPassword { user, password, must_reset };
            plan.then(Change::create("password", "(hidden)").hidden(), step);
        }
        plan
    })
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let user = || want.spec.name.clone();
    let mut plan = Plan::nothing();
    if let Some(path) = want.spec.path.clone().filter(|path| *path != live.path) {
        let change = Change::update("path", live.path.as_str(), path.as_str());
        plan.then(change, Step::SetPath { user: user(), path });
    }
    let set = |arn| Step::SetBoundary { user: user(), arn };
    let remove = || Step::RemoveBoundary { user: user() };
    plan.extend(plan::boundary(want.boundary.as_ref(), live.boundary.as_ref(), set, remove));
    if let Some(tags) = &want.spec.tags {
        let untag = |gone: Tags| Step::Untag { user: user(), keys: gone.into_keys().collect() };
        plan.extend(tags::difference(tags, &live.tags).plan(|tags| Step::Tag { user: user(), tags }, untag));
    }
    plan.extend(by_name(want, live));
    plan
}

/// Deletes the user last, so that the next run finds what was not removed.
fn delete(want: &Spec, leaving: &Leaving, live: &Live) -> Plan<Step> {
    let user = &want.name;
    let mut plan = live.has_password.compared("password", |has_one| {
        let mut plan = Plan::nothing();
        if *has_one && want.keeps.password {
            plan.refusals.push(refusal("a password", "delete_profile"));
        } else if *has_one {
            let change = Change::delete("password", "(hidden)").hidden();
            plan.then(change, Step::DeletePassword { user: user.clone() });
        }
        plan
    });
    plan.extend(
        live.belongings.compared("keys and groups", |live| {
            belongings(user, want.keeps, &without(live.clone(), leaving))
        }),
    );
    plan.extend(plan::remove(user, &live.inline, &live.managed));
    if plan.busy.is_none() && plan.refusals.is_empty() {
        plan.then(Change::delete("user", user.as_str()), Step::Delete { user: user.clone() });
    }
    plan
}

fn refusal(what: &str, argument: &str) -> String {
    format!("IAM does not delete a user who has {what}, and '{argument}' is False")
}

/// What remains after other states of this run: a test run shows each removal at the state that makes it.
fn without(mut live: Belongings, leaving: &Leaving) -> Belongings {
    live.groups.retain(|group| !leaving.groups.contains(group));
    live.access_keys.retain(|id| !leaving.keys.iter().any(|gone| gone == "*" || gone == id));
    live
}

fn belongings(user: &str, keeps: Keeps, live: &Belongings) -> Plan<Step> {
    type Make = fn(String, String) -> Step;
    let all: [(&str, &[String], Make); 6] = [
        ("access_keys", &live.access_keys, |user, id| Step::DeleteAccessKey { user, id }),
        ("ssh_public_keys", &live.ssh_keys, |user, id| Step::DeleteSshKey { user, id }),
        ("signing_certificates", &live.certificates, |user, id| Step::DeleteCertificate { user, id }),
        ("service_specific_credentials", &live.credentials, |user, id| Step::DeleteCredential { user, id }),
        ("mfa_devices", &live.devices, |user, serial| Step::Deactivate { user, serial }),
        ("groups", &live.groups, |user, group| Step::Leave { user, group }),
    ];
    let mut plan = Plan::nothing();
    for (path, ids, make) in all.into_iter().filter(|(_, ids, _)| !ids.is_empty()) {
        plan.changes.push(Change::delete(path, ids.to_vec()));
        plan.steps.extend(ids.iter().map(|id| make(user.to_owned(), id.clone())));
    }
    let is_virtual = |serial: &&String| is_arn(serial) && serial.contains(":mfa/");
    let delete = |serial: &String| Step::DeleteDevice { serial: serial.clone() };
    plan.steps.extend(live.devices.iter().filter(is_virtual).map(delete));
    let has_keys = [&live.access_keys, &live.ssh_keys, &live.certificates, &live.credentials]
        .into_iter()
        .any(|ids| !ids.is_empty());
    plan.refusals.extend((keeps.keys && has_keys).then(|| refusal("keys", "delete_keys")));
    let has_devices = !live.devices.is_empty();
    plan.refusals
        .extend((keeps.devices && has_devices).then(|| refusal("MFA devices", "delete_mfa_devices")));
    plan
}
