//! The calls that change a role.

use std::fmt;

use indexmap::IndexMap;

use crate::entity::plan::{PolicySteps, policy_steps};
use crate::role::spec::Spec;
use aws::tags::Tags;
use model::{Ident, Reference};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateRole`; without a trust policy, EC2 instances may assume it.
    CreateRole {
        name: String,
        path: Option<String>,
        trust: Option<String>,
        description: Option<String>,
        max_session: Option<i32>,
        boundary: Option<Ident>,
        tags: Tags,
    },
    /// `UpdateAssumeRolePolicy`.
    SetTrust { role: String, document: String },
    /// `UpdateRole`, which sets both.
    SetDetails { role: String, description: String, max_session: Option<i32> },
    /// `PutRolePermissionsBoundary`.
    SetBoundary { role: String, arn: Ident },
    /// `DeleteRolePermissionsBoundary`.
    RemoveBoundary { role: String },
    /// `TagRole`.
    Tag { role: String, tags: Tags },
    /// `UntagRole`.
    Untag { role: String, keys: Vec<String> },
    /// `CreateInstanceProfile`.
    CreateProfile { profile: String },
    /// `AddRoleToInstanceProfile`.
    AddToProfile { role: String, profile: String },
    /// `RemoveRoleFromInstanceProfile`.
    RemoveFromProfile { role: String, profile: String },
    /// `DeleteInstanceProfile`.
    DeleteProfile { profile: String },
    /// `PutRolePolicy`.
    PutPolicy { role: String, policy: String, document: String },
    /// `DeleteRolePolicy`.
    DeletePolicy { role: String, policy: String },
    /// `AttachRolePolicy`.
    Attach { role: String, arn: Ident },
    /// `DetachRolePolicy`.
    Detach { role: String, arn: String },
    /// `DeleteRole`.
    DeleteRole { role: String },
}

policy_steps!(Step, role);

impl Step {
    /// Policies, trust, tags and instance profile do not depend on each other. New policies are added before others are
    /// removed, so that the role is never without both.
    pub(in super::super) fn follows(&self, earlier: &Self) -> bool {
        self.takes_after(earlier)
            || matches!(
                (self, earlier),
                (Self::DeleteRole { .. }, _)
                    | (_, Self::CreateRole { .. })
                    | (Self::AddToProfile { .. }, Self::CreateProfile { .. })
                    | (Self::DeleteProfile { .. }, Self::RemoveFromProfile { .. })
                    | (Self::Untag { .. }, Self::Tag { .. })
            )
    }

    /// Other states may refer to a role once it exists, and to an instance profile once it holds its role.
    pub(in super::super) fn makes(&self) -> Vec<Reference> {
        match self {
            Self::CreateRole { name, .. } => vec![Reference::new("iam.role", name)],
            Self::AddToProfile { profile, .. } => vec![Reference::new("iam.instance_profile", profile)],
            _ => vec![],
        }
    }

    /// The call that it makes.
    pub(in super::super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::CreateRole { .. } => "IAM.CreateRole",
            Self::SetTrust { .. } => "IAM.UpdateAssumeRolePolicy",
            Self::SetDetails { .. } => "IAM.UpdateRole",
            Self::SetBoundary { .. } => "IAM.PutRolePermissionsBoundary",
            Self::RemoveBoundary { .. } => "IAM.DeleteRolePermissionsBoundary",
            Self::Tag { .. } => "IAM.TagRole",
            Self::Untag { .. } => "IAM.UntagRole",
            Self::CreateProfile { .. } => "IAM.CreateInstanceProfile",
            Self::AddToProfile { .. } => "IAM.AddRoleToInstanceProfile",
            Self::RemoveFromProfile { .. } => "IAM.RemoveRoleFromInstanceProfile",
            Self::DeleteProfile { .. } => "IAM.DeleteInstanceProfile",
            Self::PutPolicy { .. } => "IAM.PutRolePolicy",
            Self::DeletePolicy { .. } => "IAM.DeleteRolePolicy",
            Self::Attach { .. } => "IAM.AttachRolePolicy",
            Self::Detach { .. } => "IAM.DetachRolePolicy",
            Self::DeleteRole { .. } => "IAM.DeleteRole",
        })
    }
}

/// The calls that make a role, with the instance profile and a call for each of its policies.
pub(in super::super) fn creation(spec: &Spec) -> Vec<&'static str> {
    let inline = spec.policies.inline.as_ref().map_or(0, IndexMap::len);
    let managed = spec.policies.managed.as_ref().map_or(0, Vec::len);
    let mut calls = vec!["IAM.CreateRole"];
    if spec.has_profile {
        calls.extend(["IAM.CreateInstanceProfile", "IAM.AddRoleToInstanceProfile"]);
    }
    calls.extend(std::iter::repeat_n("IAM.PutRolePolicy", inline));
    calls.extend(std::iter::repeat_n("IAM.AttachRolePolicy", managed));
    calls
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CreateRole { .. } => out.write_str("create the role"),
            Self::SetTrust { .. } => out.write_str("set the trust document"),
            Self::SetDetails { .. } => out.write_str("set the description and the session duration"),
            Self::SetBoundary { arn, .. } => write!(out, "set the permissions boundary {arn}"),
            Self::RemoveBoundary { .. } => out.write_str("remove the permissions boundary"),
            Self::Tag { tags, .. } => {
                write!(out, "tag with {}", tags.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
            }
            Self::Untag { keys, .. } => write!(out, "remove the tags {}", keys.join(", ")),
            Self::CreateProfile { profile } => write!(out, "create the instance profile {profile}"),
            Self::AddToProfile { profile, .. } => {
                write!(out, "add the role to the instance profile {profile}")
            }
            Self::RemoveFromProfile { profile, .. } => {
                write!(out, "remove the role from the instance profile {profile}")
            }
            Self::DeleteProfile { profile } => write!(out, "delete the instance profile {profile}"),
            Self::PutPolicy { policy, .. } => write!(out, "put the policy {policy}"),
            Self::DeletePolicy { policy, .. } => write!(out, "delete the policy {policy}"),
            Self::Attach { arn, .. } => write!(out, "attach {arn}"),
            Self::Detach { arn, .. } => write!(out, "detach {arn}"),
            Self::DeleteRole { .. } => out.write_str("delete the role"),
        }
    }
}
