//! Compares the declared password policy with the one in AWS.

use super::live::Live;
use super::spec::{Rules, Spec};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "IAM";
    /// Sets all rules: AWS resets what is left out.
    Set { rules: Box<Rules> } => "UpdateAccountPasswordPolicy", "set the password policy";
    /// Deletes the policy.
    Delete {} => "DeleteAccountPasswordPolicy", "delete the password policy";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.present, live) {
        (true, None) => {
            let step = Step::Set { rules: Box::new(want.rules.clone()) };
            plan.then(Change::create("password_policy", "the account"), step);
            plan.changes.extend(want.rules.created());
        }
        (true, Some(live)) => {
            let differing = want.rules.differing(&live.rules);
            plan.changes = differing.changes(&live.rules);
            if !differing.is_empty() {
                plan.steps.push(Step::Set { rules: Box::new(want.rules.or(&live.rules)) });
            }
        }
        (false, Some(_)) => plan.then(Change::delete("password_policy", "the account"), Step::Delete {}),
        (false, None) => {}
    }
    plan
}
