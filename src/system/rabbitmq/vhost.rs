//! Virtual hosts.

use super::{Call, Intent, Live, Operations, Plan, Present, old_and_new};
use crate::operation::{Operation, settled};

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    if matches!(live.seen, Ok(Present::Vhost(true))) {
        return settled(format!("Virtual Host '{own}' already exists."));
    }
    let plan = Plan {
        operations: vec![Operation::run(live.node.control(&["add_vhost", "--", own]))],
        foreseen: format!("Virtual Host '{own}' will be created."),
        done: format!("Virtual Host '{own}' was created."),
        failure: format!("Failed to create virtual host '{own}'"),
        changes: old_and_new("", own),
    };
    plan.intent(live)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    if matches!(live.seen, Ok(Present::Vhost(false))) {
        return settled(format!("Virtual Host '{own}' is not present."));
    }
    let plan = Plan {
        operations: vec![Operation::run(live.node.control(&["delete_vhost", "--", own]))],
        foreseen: format!("Virtual Host '{own}' will be removed."),
        done: format!("Virtual Host '{own}' was removed."),
        failure: format!("Failed to remove virtual host '{own}'"),
        changes: old_and_new(own, ""),
    };
    plan.intent(live)
}
