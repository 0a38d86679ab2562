//! The roles that a declaration passes to a service, for `iam:PassRole`.

use std::collections::BTreeSet;

use super::part::Part;

/// Who is passed.
#[derive(Debug, PartialEq)]
pub(super) enum Passed {
    /// The roles of these names; none if nothing is passed.
    Roles(Vec<String>),
    /// A role that no declaration names.
    Unknown {
        /// The services that can get it.
        to: &'static [&'static str],
        /// The reason why it is not known.
        why: String,
    },
}

/// The services that get roles from instance profiles. AWS has another name for EC2 in China.
const TO_INSTANCES: &[&str] = &["ec2.amazonaws.com", "ec2.amazonaws.com.cn"];

/// The roles that this part passes. `declared` are the kinds and names of the same SLS.
pub(super) fn passed(part: &Part, declared: &BTreeSet<(&str, &str)>) -> Passed {
    let kind = part.kind.kind();
    // The state of a role puts it into its instance profile.
    if kind == "iam.role" {
        return Passed::Roles(vec![part.name.clone()]);
    }
    let mut roles = vec![];
    for used in part.kind.uses(&part.spec) {
        match used.kind {
            "iam.role" => roles.push(used.name),
            // The states of roles make profiles of the same name.
            "iam.instance_profile" if declared.contains(&("iam.role", used.name.as_str())) => {
                roles.push(used.name);
            }
            "iam.instance_profile" => {
                let why = format!(
                    "the instance profile '{}' is not declared here, so its role is unknown",
                    used.name
                );
                return Passed::Unknown { to: TO_INSTANCES, why };
            }
            // A group passes the role of its template too. A declared template names it itself.
            "ec2.launch_template" if !declared.contains(&(used.kind, used.name.as_str())) => {
                let why = format!("the role of the launch template '{}' is not known here", used.name);
                return Passed::Unknown { to: TO_INSTANCES, why };
            }
            _ => {}
        }
    }
    Passed::Roles(roles)
}
