//! Messages for functions that trees call and that this program does not have: what to use instead.

use super::Context;
use super::call::CallError;
use super::terraform;
use model::problem::did_you_mean;
use sls::brought::{self, ModuleKind};

/// Modules and functions that this program will never have, with the reason and a replacement.
const ABSENT: &[(&str, &str, &str)] = &[(
    "cloud",
    "there is no salt-cloud here",
    "ask EC2 itself: boto_ec2.find_instances, boto_ec2.get_id, boto_ec2.get_attribute",
)];

/// The failure of a call by an unknown name.
pub(super) fn unknown(context: &Context<'_>, name: &str) -> CallError {
    declined(context, name).unwrap_or_else(|| {
        let near = did_you_mean(name, context.names()).map(str::to_owned);
        CallError::Unknown { name: name.to_owned(), near }
    })
}

/// Why an unknown name is not a misspelt one: a Python module of the tree, or a function that is missing on purpose.
pub(super) fn declined(context: &Context<'_>, name: &str) -> Option<CallError> {
    let module = name.split('.').next().unwrap_or(name);
    if let Some(refused) = of_tree(context, brought::MODULES, name, module) {
        return Some(refused);
    }
    if let Some((reason, hint)) = terraform::word(name) {
        let (function, reason, hint) = (name.to_owned(), reason.to_owned(), Some(hint.to_owned()));
        return Some(CallError::Declined { function, reason, hint });
    }
    let known = ABSENT.iter().find(|(absent, ..)| [module, name].contains(absent));
    let (reason, hint) = match known {
        Some((_, reason, hint)) => ((*reason).to_owned(), (*hint).to_owned()),
        None if is_absent_service(context, module) => (
            format!("this program has no function of {module}"),
            "write its answer into the pillar, or call a program: salt['cmd.run']('aws …')".to_owned(),
        ),
        None => return None,
    };
    Some(CallError::Declined { function: name.to_owned(), reason, hint: Some(hint) })
}

/// True for a module of an AWS service without any function here, unless its name is a misspelling of one that has.
fn is_absent_service(context: &Context<'_>, module: &str) -> bool {
    let is_service = module.starts_with("boto_") || module.starts_with("boto3_");
    let names = context.names();
    let mut known = names.iter().filter_map(|name| name.split_once('.')).map(|(known, _)| known);
    is_service && !known.any(|known| strsim::damerau_levenshtein(module, known) <= 1)
}

/// The refusal of a Python module of the tree.
pub(super) fn of_tree(
    context: &Context<'_>,
    kind: ModuleKind,
    name: &str,
    module: &str,
) -> Option<CallError> {
    let file = kind.find(context.states, module)?;
    let hint = Some(kind.instead.to_owned());
    Some(CallError::Declined { function: name.to_owned(), reason: ModuleKind::refusal(&file), hint })
}
