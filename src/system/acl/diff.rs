//! The differences between the lists of files and their declaration.

use super::want::shown;
use super::{Listed, Live};
use crate::operation::{Operation, Operations, act, refused, report, settled, with};
use crate::{Call, Intent};
use machine::file::{Acl, List, Who};
use model::{Map, Outcome, Value, python};

const IN_STATE: &str = "Permissions are in the desired state";

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let Some(first) = live.listed.first() else {
        return refused(if live.is_there {
            format!("{} is not a directory: only directories have default permissions", call.name)
        } else {
            format!("{} does not exist", call.name)
        });
    };
    let named: Vec<(&str, Who)> =
        live.want.names.iter().filter_map(|(name, who)| Some((name.as_str(), (*who)?))).collect();
    let unknown = live.want.names.iter().find(|(_, who)| who.is_none()).map(|(name, _)| name.as_str());
    match call.function.verb {
        "absent" | "list_absent" => absent(call, live, &named),
        _ => present(call, live, first, &named, unknown),
    }
}

impl Listed {
    /// The list, or the list that the mode means.
    fn acl(&self) -> Acl {
        self.acl.clone().unwrap_or_else(|| Acl::of_mode(self.mode))
    }

    fn bits(&self, who: Who, list: List) -> Option<u16> {
        match list {
            List::Access => self.acl().get(who),
            List::Default => self.acl.as_ref().and_then(|acl| acl.get(who)),
        }
    }

    fn set(&self, live: &Live, named: &[(&str, Who)], forces: bool) -> Option<Operation> {
        let acl = self.acl();
        let mut new = if forces { acl.plain() } else { acl };
        for (_, who) in named {
            new.set(*who, live.want.bits);
        }
        self.change(live.want.list, Some(new))
    }

    fn change(&self, list: List, acl: Option<Acl>) -> Option<Operation> {
        let (path, follows) = (self.path.clone(), self.follows);
        (self.acl != acl).then_some(Operation::SetAcl { path, follows, list, acl })
    }
}

fn present(
    call: &Call<'_>,
    live: &Live,
    first: &Listed,
    named: &[(&str, Who)],
    unknown: Option<&str>,
) -> Intent<Operations> {
    let fields = call.fields;
    let (list, bits) = (live.want.list, live.want.bits);
    let is_so = |listed: &&Listed| named.iter().all(|(_, who)| listed.bits(*who, list) == Some(bits));
    if unknown.is_none() && live.listed.iter().all(|listed| is_so(&listed)) {
        return settled(IN_STATE);
    }
    let is_several = call.function.verb == "list_present";
    let names: Vec<String> = live.want.names.iter().map(|(name, _)| name.clone()).collect();
    let joined = names.join(", ");
    let entries = if is_several { python::repr(&names.into()) } else { joined.clone() };
    let kind = fields.required_text("acl_type");
    let perms = fields.text("perms").unwrap_or_default();
    let entry = |perms: &str| -> Value {
        let pairs = [("acl_name", joined.as_str()), ("acl_type", &kind), ("perms", perms)];
        Value::Map(pairs.into_iter().map(|(key, text)| (key.into(), Value::from(text))).collect())
    };
    // An update lists all entries; the first one that differs is shown.
    let before: Vec<Option<u16>> = named.iter().map(|(_, who)| first.bits(*who, list)).collect();
    let is_update = unknown.is_none() && before.iter().all(Option::is_some);
    let old = before.iter().flatten().find(|before| **before != bits).or(before.iter().flatten().next());
    let mut changes: Map = [("new".into(), entry(&perms))].into_iter().collect();
    let (foreseen, done) = match old.filter(|_| is_update) {
        Some(old) => {
            let old = shown(*old);
            changes.insert("old".into(), entry(&old));
            (
                format!("Updated permissions will be applied for {entries}: {old} -> {perms}"),
                format!("Updated permissions for {entries}"),
            )
        }
        None => (
            format!("New permissions will be applied for {entries}: {perms}"),
            format!("Applied new permissions for {joined}"),
        ),
    };
    let foreseen = with(Outcome::would_change(foreseen), changes.clone());
    if let Some(name) = unknown {
        let reason = format!("Error updating permissions for {entries}: there is no account '{name}'");
        return report(foreseen, Outcome::failed(reason));
    }
    let forces = fields.boolean("force") == Some(true);
    let differing = live.listed.iter().filter(|listed| forces || !is_so(listed));
    let operations = differing.filter_map(|listed| listed.set(live, named, forces)).collect();
    act(foreseen, operations, with(Outcome::succeeded(done), changes))
        .or_fail(format!("Error updating permissions for {entries}"))
}

fn absent(call: &Call<'_>, live: &Live, named: &[(&str, Who)]) -> Intent<Operations> {
    let list = live.want.list;
    if let Some((_, who)) = named.iter().find(|(_, who)| !matches!(who, Who::User(_) | Who::Group(_))) {
        return refused(format!("the entry of {who:?} belongs to the file's mode and cannot be removed"));
    }
    let has = |listed: &&Listed| named.iter().any(|(_, who)| listed.bits(*who, list).is_some());
    let kind = call.fields.required_text("acl_type");
    let mut removed = vec![];
    let mut operations = vec![];
    for listed in live.listed.iter().filter(has) {
        let mut acl = listed.acl();
        for (name, who) in named {
            if acl.get(*who).is_some() && !removed.contains(name) {
                removed.push(*name);
            }
            acl.remove(*who);
        }
        operations.extend(listed.change(list, Some(acl)));
    }
    if operations.is_empty() {
        return settled(IN_STATE);
    }
    let pairs = [("acl_name", removed.join(", ")), ("acl_type", kind)];
    let old: Map = pairs.into_iter().map(|(key, text)| (key.into(), Value::from(text))).collect();
    let changes: Map = [("old".into(), Value::Map(old))].into_iter().collect();
    let said = "Removing permissions";
    act(
        with(Outcome::would_change(said), changes.clone()),
        operations,
        with(Outcome::succeeded(said), changes),
    )
    .or_fail("Permissions cannot be removed")
}
