//! What is said of functions that trees call and that are not here: what stands for them.

use super::Context;
use super::call::CallError;
use crate::model::problem::did_you_mean;

/// Modules that will never be here, why, and what to call instead.
const ABSENT: &[(&str, &str, &str)] = &[(
    "cloud",
    "there is no salt-cloud here",
    "ask EC2 itself: boto_ec2.find_instances, boto_ec2.get_id, boto_ec2.get_attribute",
)];

/// The failure of a call by a name that nothing has.
pub(super) fn unknown(context: &Context<'_>, name: &str) -> CallError {
    let module = name.split('.').next().unwrap_or(name);
    if let Some(file) = python_of_tree(context, module) {
        return CallError::Declined {
            function: name.to_owned(),
            reason: format!("it is Python of this tree ({file}), and this program runs no Python"),
            hint: Some(
                "put what it answers into the pillar or a map.jinja, or let a program answer: salt['cmd.run'](…)"
                    .to_owned(),
            ),
        };
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

/// The file of the tree that brings a module of that name: `_modules/name.py`.
fn python_of_tree(context: &Context<'_>, module: &str) -> Option<String> {
    let file = format!("_modules/{module}.py");
    context.states.environments().find_map(|env| context.states.find(env, &file)).map(|found| found.relative)
}
