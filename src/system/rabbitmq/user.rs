//! Users: their passwords, tags and permissions.

use std::collections::BTreeSet;

use rand::distr::{Alphanumeric, SampleString};

use super::{Call, Intent, Live, Operations, Plan, Present, old_and_new};
use crate::operation::{Operation, changes_of, refused, settled};
use machine::rabbitmq::{Node, Permission, RabbitError};
use model::{Map, NodeKind, Value, fields};

/// The facts about a user.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub tags: Vec<String>,
    pub permissions: Vec<Permission>,
    /// False if the password is another one.
    pub is_same: bool,
}

pub(super) async fn see(node: &Node, call: &Call<'_>) -> Result<Option<Known>, RabbitError> {
    let Some(user) = node.users().await?.into_iter().find(|it| it.user == call.name) else { return Ok(None) };
    let mut known = Known { tags: user.tags, is_same: true, permissions: vec![] };
    if call.function.verb != "present" {
        return Ok(Some(known));
    }
    if let Some(password) = call.fields.text("password").filter(|text| complaint(text).is_none()) {
        known.is_same = node.authenticates(call.name, &password).await?;
    }
    if call.fields.has("perms") {
        known.permissions = node.permissions(call.name).await?;
    }
    Ok(Some(known))
}

/// Why the programs cannot read such a password.
fn complaint(password: &str) -> Option<&'static str> {
    if password.is_empty() {
        return Some("An empty password lets nobody in: leave it out");
    }
    if password.contains(['\n', '\r']) {
        return Some("A password has one line");
    }
    // They drop these.
    (password.trim() != password).then_some("A password neither begins nor ends with a space")
}

/// Words separated by spaces, or a list.
fn tags(call: &Call<'_>) -> Option<Vec<String>> {
    let node = call.fields.node("tags")?;
    Some(match fields::text(node) {
        Some(words) => words.split_whitespace().map(str::to_owned).collect(),
        None => fields::texts(node),
    })
}

/// The declared permissions of the user in virtual hosts.
fn permissions(call: &Call<'_>) -> Result<Vec<Permission>, String> {
    let mut all = vec![];
    for node in call.fields.list("perms").unwrap_or_default() {
        let NodeKind::Map(map) = &node.kind else { continue };
        for (vhost, entry) in map {
            let patterns = fields::texts(&entry.node);
            let Ok([configure, write, read]) = <[String; 3]>::try_from(patterns) else {
                return Err(format!(
                    "Permissions for '{vhost}' must be three patterns: to configure, to write and to read"
                ));
            };
            all.push(Permission { vhost: vhost.to_string(), configure, write, read });
        }
    }
    Ok(all)
}

fn shown(it: &Permission) -> Value {
    let parts = [("configure", &it.configure), ("write", &it.write), ("read", &it.read)];
    Value::Map(parts.into_iter().map(|(key, text)| (key.into(), text.as_str().into())).collect())
}

fn pair(old: impl Into<Value>, new: impl Into<Value>) -> Value {
    Value::Map([("old".into(), old.into()), ("new".into(), new.into())].into_iter().collect())
}

/// The changes, and their operations.
#[derive(Default)]
struct Work {
    changes: Map,
    operations: Vec<Operation>,
}

impl Work {
    fn add(&mut self, name: &str, change: Value, operation: Operation) {
        self.changes.insert(name.into(), change);
        self.operations.push(operation);
    }

    fn password(&mut self, call: &Call<'_>, node: &Node, known: Option<&Known>) {
        let (own, declared) = (call.name, call.fields.text("password"));
        let clear = || Operation::run(node.control(&["clear_password", "--", own]));
        let Some(known) = known else {
            // The node creates no user without a password.
            let first = declared.clone().unwrap_or_else(|| Alphanumeric.sample_string(&mut rand::rng(), 32));
            let command = node.with_password(&["add_user", "--", own], &first);
            self.add("user", Value::Map(old_and_new("", own)), Operation::run(command));
            self.operations.extend(declared.is_none().then(clear));
            return;
        };
        let is_forced = call.fields.boolean("force") == Some(true);
        match declared {
            Some(password) if is_forced || !known.is_same => {
                let command = node.with_password(&["change_password", "--", own], &password);
                self.add("password", pair("", "Set password."), Operation::run(command));
            }
            None if is_forced => self.add("password", pair("Removed password.", ""), clear()),
            _ => {}
        }
    }

    fn tags(&mut self, call: &Call<'_>, node: &Node, known: Option<&Known>) {
        let Some(wanted) = tags(call) else { return };
        let now = known.map(|it| it.tags.clone()).unwrap_or_default();
        let set = |tags: &[String]| tags.iter().cloned().collect::<BTreeSet<_>>();
        if set(&wanted) != set(&now) {
            let words =
                ["set_user_tags", "--", call.name].into_iter().chain(wanted.iter().map(String::as_str));
            let command = node.control(&words.collect::<Vec<_>>());
            self.add("tags", pair(now, wanted), Operation::run(command));
        }
    }

    fn permissions(&mut self, call: &Call<'_>, node: &Node, wanted: &[Permission], known: &[Permission]) {
        let (mut old, mut new) = (Map::new(), Map::new());
        for it in wanted {
            let now = known.iter().find(|known| known.vhost == it.vhost);
            if now == Some(it) {
                continue;
            }
            let vhost = it.vhost.as_str();
            old.extend(now.map(|now| (vhost.into(), shown(now))));
            new.insert(vhost.into(), shown(it));
            let words = ["set_permissions", "-p", vhost, "--", call.name, &it.configure, &it.write, &it.read];
            self.operations.push(Operation::run(node.control(&words)));
        }
        if !new.is_empty() {
            let old = (!old.is_empty()).then(|| ("old".into(), Value::Map(old)));
            let change = old.into_iter().chain([("new".into(), Value::Map(new))]);
            self.changes.insert("perms".into(), Value::Map(change.collect()));
        }
    }
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, fields, node) = (call.name, call.fields, &live.node);
    if let Some(why) = fields.text("password").as_deref().and_then(complaint) {
        return refused(why);
    }
    let wanted = match permissions(call) {
        Ok(wanted) => wanted,
        Err(why) => return refused(why),
    };
    let known = match &live.seen {
        Ok(Present::User(known)) => known.as_ref(),
        _ => None,
    };
    let mut work = Work::default();
    work.password(call, node, known);
    work.tags(call, node, known);
    work.permissions(call, node, &wanted, known.map(|it| it.permissions.as_slice()).unwrap_or_default());
    if work.operations.is_empty() {
        let is_all = !fields.has("tags") && wanted.is_empty();
        return settled(if is_all {
            format!("User '{own}' is already present.")
        } else {
            format!("'{own}' is already in the desired state.")
        });
    }
    let plan = Plan {
        foreseen: match known {
            Some(_) => format!("Configuration for '{own}' will change."),
            None => format!("User '{own}' is set to be created."),
        },
        done: format!("'{own}' was configured."),
        failure: "Error".to_owned(),
        operations: work.operations,
        changes: work.changes,
    };
    plan.intent(live)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    if matches!(live.seen, Ok(Present::User(None))) {
        return settled(format!("The user '{own}' is not present."));
    }
    let plan = Plan {
        operations: vec![Operation::run(live.node.control(&["delete_user", "--", own]))],
        foreseen: format!("The user '{own}' will be removed."),
        done: format!("The user '{own}' was removed."),
        failure: "Error".to_owned(),
        changes: changes_of("name", Value::Map(old_and_new(own, ""))),
    };
    plan.intent(live)
}
