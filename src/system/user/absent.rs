//! Users that must be absent.

use super::live::Live;
use crate::operation::{Operation, Operations, act, refused, settled, with};
use crate::{Call, Intent};
use machine::account;
use model::{Key, Map, Outcome, Value};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if live.account.is_none() {
        return settled(format!("User {name} is not present"));
    }
    let is_set = |argument: &str| call.fields.boolean(argument) == Some(true);
    if let Some(why) = live.keeps_home.as_ref().filter(|_| is_set("purge")) {
        return refused(format!(
            "User {name} is not removed: {why}. Remove the user without purge, and what is left by file.absent"
        ));
    }
    let mut changes = Map::new();
    if live.takes_group_along {
        changes.insert(Key::from(format!("{name} group")), Value::from("removed"));
    }
    changes.insert(name.into(), "removed".into());
    act(
        with(Outcome::would_change(format!("User {name} set for removal")), changes.clone()),
        vec![Operation::run(account::remove_user(name, is_set("purge"), is_set("force")))],
        with(Outcome::succeeded(format!("Removed user {name}")), changes),
    )
    .or_fail(format!("Failed to remove user {name}"))
}
