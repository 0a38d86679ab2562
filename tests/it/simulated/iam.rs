//! IAM: roles with inline policies, instance profiles.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::account::{Account, NUMBER, Role};
use super::form::Form;
use super::server::Answer;
use super::xml::{members, page, text};

pub fn answer(account: &mut Account, operation: &str, form: &Form) -> Answer {
    let role = form.get("RoleName");
    let profile = form.get("InstanceProfileName");
    match operation {
        "GetAccountAuthorizationDetails" => listing(account, form),
        "GetRole" => match account.roles.seen(role) {
            Some(found) => Answer::Xml(super::xml::element("Role", &shown(role, found))),
            None => missing("role", role),
        },
        "ListRolePolicies" => match account.roles.seen(role) {
            Some(found) => Answer::Xml(
                super::xml::words("PolicyNames", found.policies.keys()) + "<IsTruncated>false</IsTruncated>",
            ),
            None => missing("role", role),
        },
        "GetRolePolicy" => {
            let name = form.get("PolicyName");
            match account.roles.seen(role).and_then(|found| found.policies.get(name)) {
                Some(document) => Answer::Xml(policy(name, document) + &text("RoleName", role)),
                None => missing("policy", name),
            }
        }
        "ListInstanceProfilesForRole" => {
            let of_role = account.profiles.all().filter(|(_, held)| held.as_deref() == Some(role));
            let profiles = of_role.map(|(name, _)| shown_profile(name, Some(role)));
            Answer::Xml(members("InstanceProfiles", profiles) + "<IsTruncated>false</IsTruncated>")
        }
        "ListInstanceProfiles" => {
            let size = form.get("MaxItems").parse().unwrap_or(100).min(1000);
            let (profiles, next) = page(account.profiles.all().collect(), form.start("Marker"), size);
            let shown = profiles.iter().map(|(name, held)| shown_profile(name, held.as_deref()));
            let next = next.map(|next| text("Marker", &next.to_string()));
            let truncated = text("IsTruncated", if next.is_some() { "true" } else { "false" });
            Answer::Xml(members("InstanceProfiles", shown) + &truncated + &next.unwrap_or_default())
        }
        "GetInstanceProfile" => match account.profiles.seen(profile) {
            Some(held) => {
                Answer::Xml(super::xml::element("InstanceProfile", &shown_profile(profile, held.as_deref())))
            }
            None => missing("instance profile", profile),
        },
        _ => change(account, operation, form),
    }
}

fn change(account: &mut Account, operation: &str, form: &Form) -> Answer {
    let role = form.get("RoleName");
    let profile = form.get("InstanceProfileName");
    match operation {
        "CreateRole" => {
            let made = Role {
                path: form.find("Path").unwrap_or("/").to_owned(),
                trust: form.get("AssumeRolePolicyDocument").to_owned(),
                description: form.get("Description").to_owned(),
                ..Role::default()
            };
            let answer = super::xml::element("Role", &shown(role, &made));
            created(account.roles.create(role, made), role, answer)
        }
        "CreateInstanceProfile" => {
            let answer = super::xml::element("InstanceProfile", &shown_profile(profile, None));
            created(account.profiles.create(profile, None), profile, answer)
        }
        "PutRolePolicy" => match account.roles.get_mut(role) {
            Some(found) => {
                found
                    .policies
                    .insert(form.get("PolicyName").to_owned(), form.get("PolicyDocument").to_owned());
                Answer::Xml(String::new())
            }
            None => missing("role", role),
        },
        "AddRoleToInstanceProfile" => match account.profiles.get_mut(profile) {
            Some(held) => {
                *held = Some(role.to_owned());
                Answer::Xml(String::new())
            }
            None => missing("instance profile", profile),
        },
        _ => Answer::Unknown,
    }
}

fn created(is_new: bool, name: &str, answer: String) -> Answer {
    if is_new {
        return Answer::Xml(answer);
    }
    Answer::Refusal(409, "EntityAlreadyExists", format!("{name} already exists."))
}

fn missing(what: &str, name: &str) -> Answer {
    Answer::Refusal(404, "NoSuchEntity", format!("The {what} with name {name} cannot be found."))
}

/// At most 1,000 on a page, 100 unless asked for.
fn listing(account: &Account, form: &Form) -> Answer {
    let size = form.get("MaxItems").parse().unwrap_or(100).min(1000);
    let (roles, next) = page(account.roles.all().collect(), form.start("Marker"), size);
    let details = roles.into_iter().map(|(name, role)| {
        let policies = role.policies.iter().map(|(name, document)| policy(name, document));
        let held = account.profiles.seen(name).filter(|held| held.as_deref() == Some(name));
        let profiles = held.iter().map(|_| shown_profile(name, Some(name)));
        shown(name, role)
            + &members("RolePolicyList", policies)
            + &members("InstanceProfileList", profiles)
            + "<AttachedManagedPolicies/><Tags/>"
    });
    let details = members("RoleDetailList", details);
    let next = next.map(|next| text("Marker", &next.to_string()));
    let truncated = text("IsTruncated", if next.is_some() { "true" } else { "false" });
    Answer::Xml(details + &truncated + &next.unwrap_or_default())
}

fn shown(name: &str, role: &Role) -> String {
    text("RoleName", name)
        + &text("RoleId", &format!("AROA{name}"))
        + &text("Arn", &format!("arn:aws:iam::{NUMBER}:role{}{name}", role.path))
        + &text("Path", &role.path)
        + &text("CreateDate", "2026-01-01T00:00:00Z")
        + &text("Description", &role.description)
        + &text("MaxSessionDuration", "3600")
        + &text("AssumeRolePolicyDocument", &encoded(&role.trust))
}

fn shown_profile(name: &str, role: Option<&str>) -> String {
    let roles = role.iter().map(|role| shown(role, &Role { path: "/".to_owned(), ..Role::default() }));
    text("InstanceProfileName", name)
        + &text("InstanceProfileId", &format!("AIPA{name}"))
        + &text("Arn", &format!("arn:aws:iam::{NUMBER}:instance-profile/{name}"))
        + &text("Path", "/")
        + &text("CreateDate", "2026-01-01T00:00:00Z")
        + &members("Roles", roles)
}

fn policy(name: &str, document: &str) -> String {
    text("PolicyName", name) + &text("PolicyDocument", &encoded(document))
}

fn encoded(document: &str) -> String {
    utf8_percent_encode(document, NON_ALPHANUMERIC).to_string()
}
