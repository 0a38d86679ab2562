//! Compares a declared alias with the one in AWS.

use super::live::Live;
use super::spec::{Settings, Spec};
use crate::permission::{self, Permission};
use kind::settings::Settings as _;
use kind::steps::steps;
use model::{Change, Plan};

/// An alias of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Which {
    /// The function's name.
    pub function: String,
    /// The alias.
    pub alias: String,
}

steps! {
    "Lambda";
    /// Creates it. The next round adds permissions.
    Create { it: Which, settings: Settings } => "CreateAlias", "create the alias";
    /// Sets what differs.
    Update { it: Which, settings: Settings } => "UpdateAlias", "change the alias";
    /// Adds a statement to its policy.
    Allow { it: Which, id: String, permission: Permission } => "AddPermission", "add the permission {}", id;
    /// Removes a statement of its policy.
    Forbid { it: Which, id: String } => "RemovePermission", "remove the permission {}", id;
    /// Deletes it.
    Delete { it: Which } => "DeleteAlias", "delete the alias";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let it = || Which { function: want.function.clone(), alias: want.name.clone() };
    let mut plan = Plan::nothing();
    match (want.present, live) {
        (true, None) if want.settings.version.is_none() => {
            plan.refusals.push("a new alias needs FunctionVersion: a number, or $LATEST".to_owned());
        }
        (true, None) => {
            plan.changes.push(Change::create("alias", want.name.as_str()));
            plan.changes.extend(want.settings.created());
            let permissions = want.permissions.as_ref().filter(|all| !all.is_empty());
            plan.changes.extend(
                permissions.map(|all| Change::create(permission::ARGUMENT.name, permission::to_value(all))),
            );
            plan.steps.push(Step::Create { it: it(), settings: want.settings.clone() });
        }
        (true, Some(live)) => {
            let settings = want.settings.differing(&live.settings);
            if !settings.is_empty() {
                plan.changes.extend(settings.changes(&live.settings));
                plan.steps.push(Step::Update { it: it(), settings });
            }
            if let Some(wanted) = &want.permissions {
                plan.extend(live.permissions.compared("permissions", |is| {
                    let allow = |id: &str, permission: &Permission| Step::Allow {
                        it: it(),
                        id: id.to_owned(),
                        permission: permission.clone(),
                    };
                    let forbid = |id: &str| Step::Forbid { it: it(), id: id.to_owned() };
                    permission::compared(wanted, is, allow, forbid)
                }));
            }
        }
        (false, Some(_)) => {
            plan.then(Change::delete("alias", want.name.as_str()), Step::Delete { it: it() });
        }
        (false, None) => {}
    }
    plan
}
