//! Plugins.

use super::{Call, Intent, Live, Operations, Plan, Present, old_and_new};
use crate::operation::{Operation, settled};
use machine::rabbitmq::Enabled;

pub(super) fn enabled(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    if matches!(live.seen, Ok(Present::Plugin(Some(Enabled::Enabled | Enabled::Implicit)))) {
        return settled(format!("Plugin '{own}' is already enabled."));
    }
    let plan = Plan {
        operations: vec![Operation::run(live.node.plugins(&["enable", "--", own]))],
        foreseen: format!("Plugin '{own}' is set to be enabled."),
        done: format!("Plugin '{own}' was enabled."),
        failure: "Error".to_owned(),
        changes: old_and_new("", own),
    };
    plan.intent(live)
}

pub(super) fn disabled(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    if matches!(live.seen, Ok(Present::Plugin(None | Some(Enabled::NotEnabled)))) {
        return settled(format!("Plugin '{own}' is already disabled."));
    }
    let plan = Plan {
        operations: vec![Operation::run(live.node.plugins(&["disable", "--", own]))],
        foreseen: format!("Plugin '{own}' is set to be disabled."),
        done: format!("Plugin '{own}' was disabled."),
        failure: "Error".to_owned(),
        changes: old_and_new(own, ""),
    };
    plan.intent(live)
}
