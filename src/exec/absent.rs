//! What is said of functions that trees call and that are not here: what stands for them.

use super::Context;
use super::call::CallError;
use crate::model::problem::did_you_mean;
use crate::sls::brought::{self, Kind};

/// Modules that will never be here, why, and what to call instead.
const ABSENT: &[(&str, &str, &str)] = &[
    (
        "cloud",
        "there is no salt-cloud here",
        "ask EC2 itself: boto_ec2.find_instances, boto_ec2.get_id, boto_ec2.get_attribute",
    ),
    (
        "boto_rds",
        "databases of RDS are not known here",
        "write the endpoint into the pillar, or ask a program: salt['cmd.run']('aws rds describe-db-instances …')",
    ),
    (
        "boto_cloudfront",
        "distributions of CloudFront are not known here",
        "write the domain into the pillar, or ask a program: salt['cmd.run']('aws cloudfront get-distribution …')",
    ),
];

/// The failure of a call by a name that nothing has.
pub(super) fn unknown(context: &Context<'_>, name: &str) -> CallError {
    let module = name.split('.').next().unwrap_or(name);
    if let Some(refused) = of_tree(context, brought::MODULES, name, module) {
        return refused;
    }
    if let Some((_, reason, hint)) = ABSENT.iter().find(|(absent, ..)| *absent == module) {
        return CallError::Declined {
            function: name.to_owned(),
            reason: (*reason).to_owned(),
            hint: Some((*hint).to_owned()),
        };
    }
    CallError::Unknown { name: name.to_owned(), near: did_you_mean(name, context.names()).map(str::to_owned) }
}

/// The refusal of what the tree brings as Python.
pub(super) fn of_tree(context: &Context<'_>, kind: Kind, name: &str, module: &str) -> Option<CallError> {
    let file = kind.find(context.states, module)?;
    let hint = Some(kind.instead.to_owned());
    Some(CallError::Declined { function: name.to_owned(), reason: Kind::refusal(&file), hint })
}
