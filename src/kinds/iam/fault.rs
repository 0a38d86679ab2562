//! IAM's errors that mean "not visible everywhere yet", and advice for its other failures.

use aws::{ApiError, Fault};

/// True if IAM does not know a new thing everywhere yet.
///
/// This is only about users, groups, roles and profiles, not about missing policies. For some seconds IAM refuses a trust
/// document that names a new role with "Invalid principal". See
/// <https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_general.html#troubleshoot_general_eventual-consistency>.
pub(super) fn is_not_yet(error: &ApiError) -> bool {
    match error.fault {
        Fault::NotFound => !is_attaching(error) || error.message.contains(" with name "),
        Fault::Invalid => error.message.contains("Invalid principal"),
        _ => false,
    }
}

fn is_attaching(error: &ApiError) -> bool {
    matches!(error.operation, "AttachRolePolicy" | "AttachUserPolicy" | "AttachGroupPolicy")
}

/// An instance profile holds one role: IAM's error about an exceeded quota means that it holds one already, perhaps this
/// one.
///
/// See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_AddRoleToInstanceProfile.html>.
pub(super) fn one_role_only(error: ApiError) -> ApiError {
    let is_held = error.operation == "AddRoleToInstanceProfile" && error.fault == Fault::Quota;
    ApiError { fault: if is_held { Fault::AlreadyExists } else { error.fault }, ..error }
}

/// What an author can do about a failure.
pub(super) fn advice(error: &ApiError) -> Option<String> {
    let advice = match (error.operation, error.fault) {
        ("DeleteRole" | "DeleteUser" | "DeleteGroup", Fault::InUse) => {
            "something was attached to it after this run read it: run again"
        }
        (_, Fault::Invalid) if error.has_code(&["MalformedPolicyDocument"]) => {
            "correct the document; a principal that it names must exist"
        }
        (_, Fault::Invalid) if error.has_code(&["UnmodifiableEntity"]) => {
            "this role belongs to an AWS service, and only that service can change it"
        }
        (_, Fault::NotFound) if is_attaching(error) => "check the policy's name, path and account",
        ("PutRolePermissionsBoundary" | "PutUserPermissionsBoundary", Fault::NotFound) => {
            "check the policy's name, path and account"
        }
        _ => return None,
    };
    Some(advice.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(operation: &'static str, fault: Fault, message: &str) -> ApiError {
        ApiError::found(operation, "web", fault, message)
    }

    #[test]
    fn a_full_instance_profile_already_contains_a_role() {
        let full = error("AddRoleToInstanceProfile", Fault::Quota, "Cannot exceed quota");
        assert_eq!(one_role_only(full).fault, Fault::AlreadyExists);
        assert_eq!(
            one_role_only(error("CreateRole", Fault::Quota, "Cannot exceed quota")).fault,
            Fault::Quota
        );
    }

    #[test]
    fn only_new_roles_and_principals_are_waited_for() {
        let no_role = "The role with name web cannot be found.";
        assert!(is_not_yet(&error("PutRolePolicy", Fault::NotFound, no_role)));
        assert!(is_not_yet(&error("AttachRolePolicy", Fault::NotFound, no_role)));
        let principal = "Invalid principal in policy: \"AWS\":\"arn:aws:iam::123456789012:role/new\"";
        assert!(is_not_yet(&error("CreateRole", Fault::Invalid, principal)));
        let no_policy = "Policy arn:aws:iam::123456789012:policy/x does not exist or is not attachable.";
        assert!(!is_not_yet(&error("AttachRolePolicy", Fault::NotFound, no_policy)));
        assert!(!is_not_yet(&error("CreateRole", Fault::Invalid, "Syntax errors in policy.")));
    }
}
