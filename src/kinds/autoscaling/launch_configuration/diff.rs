//! Compares a declared launch configuration with the one in AWS.

use std::fmt;

use super::Live;
use super::spec::Want;
use crate::launch::{Content, differences};
use model::{Change, Plan};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateLaunchConfiguration`.
    Create {
        /// Its name.
        name: String,
        /// Its content.
        #[expect(
            private_interfaces,
            reason = "steps are shown and done, never taken apart outside of this service"
        )]
        content: Box<Content>,
    },
    /// `DeleteLaunchConfiguration`.
    Delete {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Create { .. } => "create the launch configuration",
            Self::Delete { .. } => "delete the launch configuration",
        })
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Create { .. } => "Auto Scaling.CreateLaunchConfiguration",
            Self::Delete { .. } => "Auto Scaling.DeleteLaunchConfiguration",
        })
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = want.name.clone();
    match (&want.content, live) {
        (Some(content), None) => {
            let change = Change::create("", name.as_str());
            plan.then(change, Step::Create { name, content: Box::new(content.clone()) });
        }
        (Some(content), Some(live)) => {
            for (argument, old, new) in differences(content, &live.content, false) {
                plan.refusals.push(format!(
                    "{argument} of a launch configuration cannot change (AWS has {}, the SLS declares {}): declare it under another name, or inline in boto_asg.present",
                    old.to_json(),
                    new.to_json()
                ));
            }
        }
        (None, Some(_)) => plan.then(Change::delete("", name.as_str()), Step::Delete { name }),
        (None, None) => {}
    }
    plan
}
