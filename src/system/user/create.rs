//! A new user.

use super::live::Live;
use crate::operation::{Operation, Operations, act, report, with};
use crate::{Call, Intent};
use machine::account::{self, Account, Aging, NewUser};
use model::{Fields, Map, Outcome, Value};

/// The text that Salt shows instead of a password; programs look for it.
pub(super) const REDACTED: &str = "XXX-REDACTED-XXX";

pub(super) fn diff(call: &Call<'_>, live: &Live, missing: &[String]) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let mut comment = format!("User {name} set to be added");
    if !missing.is_empty() {
        comment.push_str(&format!(" (pending groups: {})", missing.join(",")));
    }
    let foreseen = Outcome::would_change(comment);
    let new = new_user(name, fields, live);
    let set = settings(fields, live);
    let mut known = known(&new);
    known.extend(set.clone());
    let foreseen = with(foreseen, known);
    if !missing.is_empty() {
        return report(foreseen, Outcome::failed(lacking(missing)));
    }
    let mut operations = vec![Operation::run(account::add_user(&new))];
    operations.extend(secrets(name, fields, live));
    let mut changes = set;
    if !new.makes_home {
        changes.insert("home".into(), "".into());
    }
    act(foreseen, operations, with(Outcome::succeeded(format!("New user {name} created")), changes))
        .or_fail(format!("Failed to create new user {name}"))
        .then_look(name, look)
}

/// Salt's comment about groups that must exist and do not.
pub(super) fn lacking(missing: &[String]) -> String {
    format!("The following group(s) are not present: {}", missing.join(","))
}

/// The field of the full name; its parts are separated by commas.
pub(super) const GECOS: [&str; 5] = ["fullname", "roomnumber", "workphone", "homephone", "other"];

pub(super) fn gecos(fields: &Fields, now: &str) -> String {
    let mut parts: Vec<String> = now.splitn(5, ',').map(str::to_owned).collect();
    parts.resize(5, String::new());
    for (part, argument) in parts.iter_mut().zip(GECOS) {
        if let Some(text) = fields.text(argument) {
            *part = text;
        }
    }
    parts.join(",").trim_end_matches(',').to_owned()
}

fn new_user(name: &str, fields: &Fields, live: &Live) -> NewUser {
    let named = |argument: &str| fields.texts(argument).unwrap_or_default();
    let is_set = |argument: &str| fields.boolean(argument) == Some(true);
    let given = |argument: &str| fields.text(argument).filter(|text| !text.is_empty());
    let optional = named("optional_groups").into_iter().filter(|group| live.numbers.contains_key(group));
    let groups: Vec<String> = named("groups").into_iter().chain(optional).collect();
    let own_group = fields.boolean("usergroup");
    // If each user gets a group, `useradd` refuses a name that a group has, unless that group is the user's first one.
    let taken = live.numbers.get(name).filter(|_| live.has_own_groups && groups.iter().any(|it| it == name));
    let taken = taken.filter(|_| own_group != Some(true)).map(u32::to_string);
    let groups = groups.into_iter().filter(|group| taken.is_none() || group != name).collect();
    NewUser {
        name: name.to_owned(),
        uid: fields.integer("uid").and_then(|uid| u32::try_from(uid).ok()),
        group: given("gid").or(taken),
        own_group,
        groups,
        home: given("home").map(Into::into),
        makes_home: fields.boolean("createhome") != Some(false),
        shell: given("shell"),
        may_share_uid: fields.boolean("unique") == Some(false),
        is_system: is_set("system"),
        gecos: gecos(fields, ""),
        is_unlogged: is_set("nologinit"),
    }
}

/// The expected facts about the new user.
fn known(new: &NewUser) -> Map {
    let mut known = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            known.insert(key.into(), value);
        }
    };
    put("name", Some(new.name.as_str().into()));
    put("uid", new.uid.map(|uid| Value::Int(uid.into())));
    put(
        "gid",
        new.group
            .as_ref()
            .map(|group| group.parse::<i64>().map_or_else(|_| group.as_str().into(), Value::Int)),
    );
    put("groups", (!new.groups.is_empty()).then(|| new.groups.clone().into()));
    let home = new.home.as_ref().map(|home| Value::from(home.display().to_string()));
    put("home", if new.makes_home { home } else { Some("".into()) });
    put("shell", new.shell.as_deref().map(Value::from));
    let mut gecos = new.gecos.splitn(5, ',');
    for key in GECOS {
        put(key, gecos.next().filter(|text| !text.is_empty()).map(Value::from));
    }
    known
}

/// The facts that Salt shows of the password and its ages.
fn settings(fields: &Fields, live: &Live) -> Map {
    let mut shown = Map::new();
    let is_empty = fields.boolean("empty_password") == Some(true);
    if live.password.is_some() && !is_empty {
        shown.insert("password".into(), REDACTED.into());
    }
    if live.password.is_none() && is_empty {
        shown.insert("password".into(), "".into());
    }
    for argument in ["date", "mindays", "maxdays", "inactdays", "warndays", "expire"] {
        if let Some(days) = fields.integer(argument).filter(|days| *days != 0 || argument == "date") {
            shown.insert(argument.into(), days.into());
        }
    }
    shown
}

fn secrets(name: &str, fields: &Fields, live: &Live) -> Vec<Operation> {
    let mut operations = vec![];
    let is_empty = fields.boolean("empty_password") == Some(true);
    match &live.password {
        Some(hash) if !is_empty => operations.push(Operation::run(account::set_password(name, hash))),
        None if is_empty => operations.push(Operation::run(account::clear_password(name))),
        _ => {}
    }
    operations.extend(ages(name, |argument| {
        fields.integer(argument).filter(|days| *days != 0 || argument == "date")
    }));
    if fields.boolean("password_lock") == Some(true) && (live.password.is_some() || is_empty) {
        operations.push(Operation::run(account::lock_password(name)));
    }
    operations
}

/// Sets the declared ages of a password.
pub(super) fn ages(name: &str, days: impl Fn(&str) -> Option<i64>) -> Option<Operation> {
    let aging = Aging {
        changed: days("date"),
        min: days("mindays"),
        max: days("maxdays"),
        inactive: days("inactdays"),
        warn: days("warndays"),
        expires: days("expire"),
    };
    (aging != Aging::default()).then(|| Operation::run(account::set_aging(name, &aging)))
}

/// The facts about the user after its creation.
fn look(name: &str) -> Result<Map, String> {
    let found = account::find_user(name).filter(|account| account.name == name);
    let account =
        found.ok_or_else(|| format!("Failed to create new user {name}: it does not exist afterwards"))?;
    Ok(info(&account, &account::group_names(&account)))
}

/// A user in Salt's shape.
pub(super) fn info(account: &Account, groups: &[String]) -> Map {
    let [fullname, room, work, home, other] = account.gecos_parts().map(Value::from);
    [
        ("gid", Value::Int(account.gid.into())),
        ("groups", groups.to_vec().into()),
        ("home", account.home.display().to_string().into()),
        ("name", account.name.as_str().into()),
        ("passwd", "x".into()),
        ("shell", account.shell.display().to_string().into()),
        ("uid", Value::Int(account.uid.into())),
        ("fullname", fullname),
        ("roomnumber", room),
        ("workphone", work),
        ("homephone", home),
        ("other", other),
    ]
    .into_iter()
    .map(|(key, value)| (key.into(), value))
    .collect()
}
