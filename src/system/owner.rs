//! The wanted owner and mode of a file: `user`, `group`, `mode`.

use machine::account;
use machine::file::{Permissions, Stat, mode_text, parse_mode};
use model::{Fields, Map, NodeKind, Value};

/// A user or group as it was written, and its number if there is one.
#[derive(Clone, Debug, PartialEq)]
struct Party {
    written: Value,
    number: Option<u32>,
}

/// The declared owner, group and mode of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Owner {
    user: Option<Party>,
    group: Option<Party>,
    pub mode: Option<u32>,
}

impl Owner {
    /// The arguments `user`, `group`, and the mode under the first of these names that is given.
    pub fn read(fields: &Fields, modes: &[&str]) -> Self {
        let mode = modes.iter().find_map(|name| fields.text(name));
        Self {
            user: party(fields, "user", |name| account::find_user(name).map(|user| user.uid)),
            group: party(fields, "group", |name| account::find_group(name).map(|group| group.gid)),
            mode: mode.and_then(|text| parse_mode(&text)),
        }
    }

    /// The same without the aspects that are not compared.
    pub fn only(&self, user: bool, group: bool, mode: Option<u32>) -> Self {
        Self { user: self.user.clone().filter(|_| user), group: self.group.clone().filter(|_| group), mode }
    }

    /// Salt's comment about users and groups that do not exist.
    pub fn unknown(&self) -> Option<String> {
        let missing = |party: &Option<Party>, what: &str| {
            let party = party.as_ref().filter(|party| party.number.is_none())?;
            Some(format!("{what} {} is not available", model::python::text(&party.written)))
        };
        match (missing(&self.user, "User"), missing(&self.group, "Group")) {
            (None, None) => None,
            (Some(user), None) => Some(format!("{user} ")),
            (None, Some(group)) => Some(group),
            (Some(user), Some(group)) => Some(format!("{user} {group}")),
        }
    }

    /// Whether there is no such user.
    pub fn has_unknown_user(&self) -> bool {
        self.user.as_ref().is_some_and(|party| party.number.is_none())
    }

    /// In the form of the system calls.
    pub fn permissions(&self) -> Permissions {
        Permissions { mode: self.mode, uid: self.uid(), gid: self.gid() }
    }

    /// The number of the user.
    pub fn uid(&self) -> Option<u32> {
        self.user.as_ref().and_then(|party| party.number)
    }

    /// The number of the group.
    pub fn gid(&self) -> Option<u32> {
        self.group.as_ref().and_then(|party| party.number)
    }

    /// True if they differ from the owner of files that this process makes.
    pub fn is_anothers(&self) -> bool {
        let own = account::own_uid();
        self.uid().is_some_and(|uid| uid != own) || self.gid().is_some_and(|gid| gid != own)
    }

    /// The differences from a file, in Salt's words; a link has no mode.
    pub fn differences(&self, stat: &Stat, has_mode: bool) -> Map {
        let mut changes = Map::new();
        if let Some(user) = self.user.as_ref().filter(|party| party.number != Some(stat.uid)) {
            changes.insert("user".into(), user.written.clone());
        }
        if let Some(group) = self.group.as_ref().filter(|party| party.number != Some(stat.gid)) {
            changes.insert("group".into(), group.written.clone());
        }
        if let Some(mode) = self.mode.filter(|mode| has_mode && *mode != stat.mode) {
            changes.insert("mode".into(), mode_text(mode).into());
        }
        changes
    }

    /// The aspects that Salt shows for a new file.
    pub fn of_new(&self) -> Map {
        let own = account::own_uid();
        let mut changes = Map::new();
        if let Some(user) = self.user.as_ref().filter(|party| party.number != Some(own)) {
            changes.insert("user".into(), user.written.clone());
        }
        if let Some(group) = self.group.as_ref().filter(|party| party.number != Some(own)) {
            changes.insert("group".into(), group.written.clone());
        }
        // A file is private while it is written, and aspects that do not differ from that are not shown.
        if let Some(mode) = self.mode.filter(|mode| *mode != 0o600) {
            changes.insert("mode".into(), mode_text(mode).into());
        }
        changes
    }
}

fn party(fields: &Fields, name: &str, find: impl Fn(&str) -> Option<u32>) -> Option<Party> {
    let text = fields.text(name).filter(|text| !text.is_empty())?;
    let written = match fields.node(name).map(|node| &node.kind) {
        Some(NodeKind::Scalar(value)) => value.clone(),
        _ => text.as_str().into(),
    };
    Some(Party { written, number: find(&text).or_else(|| text.parse().ok()) })
}
