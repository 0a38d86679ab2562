//! The differences between a user and its declaration.

use super::create::{self, GECOS, REDACTED, gecos, info, lacking};
use super::groups::{Groups, wanted_gid};
use super::live::Live;
use crate::operation::{Operation, Operations, act, refused, report, settled, with};
use crate::{Call, Intent};
use machine::account::{self, Account, Shadow, UserChange};
use machine::file::Permissions;
use model::{Map, Outcome, Value, Verdict, python};

/// The differences, in Salt's words and order.
type Wanted = Map;

/// An argument, its value in the shadow file, and its name there.
type Age = (&'static str, fn(&Shadow) -> Option<i64>, &'static str);

/// The ages of a password.
const AGES: &[Age] = &[
    ("date", |it| it.changed, "lstchg"),
    ("mindays", |it| it.min, "min"),
    ("maxdays", |it| it.max, "max"),
    ("inactdays", |it| it.inactive, "inact"),
    ("warndays", |it| it.warn, "warn"),
    ("expire", |it| it.expires, "expire"),
];

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    for argument in ["fullname", "roomnumber", "workphone"] {
        if let Some(text) = fields.text(argument).filter(|text| text.contains(',')) {
            return refused(format!("Unsupported char ',' in {text}"));
        }
    }
    let named = fields.texts("groups").unwrap_or_default();
    let missing: Vec<String> = named.into_iter().filter(|group| !live.numbers.contains_key(group)).collect();
    let Some(account) = &live.account else { return create::diff(call, live, &missing) };
    let groups = Groups::of(call, live, account);
    let wanted = wanted(call, live, account, &groups);
    if let Some(reason) = forbidden(call, account, &wanted) {
        return refused(reason);
    }
    if !missing.is_empty() {
        let foreseen = foreseen(&wanted, &missing);
        let changes = after(live, account, &wanted, &groups);
        return report(with(foreseen, changes), Outcome::failed(lacking(&missing)));
    }
    if wanted.is_empty() {
        return settled(format!("User {name} is present and up to date"));
    }
    let changes = after(live, account, &wanted, &groups);
    let done = Outcome::succeeded(format!("Updated user {name}"));
    act(
        with(foreseen(&wanted, &[]), changes.clone()),
        operations(call, live, account, &wanted),
        with(done, changes),
    )
}

fn wanted(call: &Call<'_>, live: &Live, account: &Account, groups: &Groups) -> Wanted {
    let fields = call.fields;
    let mut wanted = Wanted::new();
    let mut put = |key: &str, value: Value| wanted.insert(key.into(), value);
    if let Some(uid) = fields.integer("uid").filter(|uid| *uid != 0 && *uid != i64::from(account.uid)) {
        put("uid", uid.into());
    }
    let asks_for_group = fields.has("gid") || wanted_gid(call, live).is_some();
    if asks_for_group && wanted_gid(call, live) != Some(account.gid) {
        let own = fields.boolean("usergroup") == Some(true) && live.numbers.contains_key(call.name);
        let written = fields.value("gid").filter(|_| !own).unwrap_or_else(|| call.name.into());
        put("gid", written);
    }
    if groups.differ {
        put("groups", groups.wanted.clone().into());
    }
    let home = fields.text("home").filter(|home| !home.is_empty());
    let now = account.home.display().to_string();
    if let Some(home) = home.as_ref().filter(|home| **home != now) {
        put("home", home.as_str().into());
    }
    if fields.boolean("createhome") != Some(false) && !live.has_home {
        put("homeDoesNotExist", home.unwrap_or(now).into());
    }
    let shell =
        fields.text("shell").filter(|shell| !shell.is_empty() && account.shell.as_os_str() != shell.as_str());
    if let Some(shell) = shell {
        put("shell", shell.into());
    }
    wanted.extend(wanted_of_shadow(call, live));
    for (argument, now) in GECOS.into_iter().zip(account.gecos_parts()) {
        if let Some(text) = fields.text(argument).filter(|text| text != now) {
            wanted.insert(argument.into(), text.into());
        }
    }
    wanted
}

fn wanted_of_shadow(call: &Call<'_>, live: &Live) -> Wanted {
    let fields = call.fields;
    let mut wanted = Wanted::new();
    let now = live.shadow.as_ref().map(|shadow| shadow.password.as_str());
    let is_empty = fields.boolean("empty_password") == Some(true);
    if let Some(hash) = live.password.as_ref().filter(|_| !is_empty) {
        let enforced = fields.boolean("enforce_password") != Some(false);
        // A locked password has a mark before it. A user that was created without a password has `!`.
        let bare = now.map(|now| now.trim_start_matches('!'));
        if bare != Some(hash) && (enforced || now == Some("!")) {
            wanted.insert("passwd".into(), REDACTED.into());
        }
    }
    if is_empty && now != Some("") {
        wanted.insert("empty_password".into(), true.into());
    }
    for (argument, read, _) in AGES {
        let asked = fields.integer(argument).filter(|days| *days != 0 || *argument != "expire");
        let now = live.shadow.as_ref().map(|shadow| read(shadow).unwrap_or(-1));
        if let Some(days) = asked.filter(|days| Some(*days) != now) {
            wanted.insert((*argument).into(), days.into());
        }
    }
    let is_locked = now.is_some_and(|password| password.starts_with('!'));
    if let Some(lock) = fields.boolean("password_lock").filter(|lock| *lock != is_locked) {
        wanted.insert("password_lock".into(), lock.into());
    }
    wanted
}

/// Salt's comment about numbers that must not change.
fn forbidden(call: &Call<'_>, account: &Account, wanted: &Wanted) -> Option<String> {
    let allows = |argument: &str| call.fields.boolean(argument) == Some(true);
    let refuse = |key: &str, now: u32| {
        let value = wanted.get(key).filter(|_| !allows(&format!("allow_{key}_change")))?;
        Some(format!(
            "- Changing {key} ({now} -> {}) not permitted, set allow_{key}_change to True to force this change. \
             Note that this will not change file ownership.",
            python::text(value)
        ))
    };
    let reasons = [refuse("uid", account.uid), refuse("gid", account.gid)];
    let reasons: Vec<String> = reasons.into_iter().flatten().collect();
    let before = "Encountered error checking for needed changes. Additional info follows:\n\n";
    (!reasons.is_empty()).then(|| format!("{before}{}", reasons.join("\n")))
}

fn foreseen(wanted: &Wanted, missing: &[String]) -> Outcome {
    let mut comment = "The following user attributes are set to be changed:\n".to_owned();
    for (key, value) in wanted {
        comment.push_str(&format!("{key}: {}\n", python::text(value)));
    }
    if !missing.is_empty() {
        comment.push_str(&format!("groups (pending creation): {}\n", missing.join(",")));
    }
    Outcome { verdict: Verdict::WouldChange, ..Outcome::succeeded(comment) }
}

/// The facts that differ when all is done, in the shape of a user.
fn after(live: &Live, account: &Account, wanted: &Wanted, groups: &Groups) -> Map {
    let mut after = info(account, &live.groups);
    let before = after.clone();
    for key in ["uid", "home", "shell"].iter().chain(&GECOS) {
        if let Some(value) = wanted.get(*key) {
            after.insert((*key).into(), value.clone());
        }
    }
    if let Some(group) = wanted.get("gid") {
        let number =
            groups.first.as_deref().and_then(account::find_group).map(|team| Value::Int(team.gid.into()));
        after.insert("gid".into(), number.unwrap_or_else(|| group.clone()));
    }
    if groups.differ || wanted.contains_key("gid") {
        after.insert("groups".into(), groups.after.clone().into());
    }
    let mut changes: Map = after.into_iter().filter(|(key, value)| before.get(key) != Some(value)).collect();
    if let Some(home) = wanted.get("homeDoesNotExist").filter(|_| !wanted.contains_key("home")) {
        changes.insert("homeDoesNotExist".into(), home.clone());
    }
    let is_new = ["passwd", "empty_password", "password_lock"].iter().any(|key| wanted.contains_key(*key));
    if is_new {
        changes.insert("passwd".into(), REDACTED.into());
    }
    let is_another_day = live.shadow.as_ref().is_none_or(|shadow| shadow.changed != Some(live.today));
    if wanted.contains_key("passwd") && is_another_day && !wanted.contains_key("date") {
        changes.insert("lstchg".into(), live.today.into());
    }
    for (argument, _, shown) in AGES {
        if let Some(days) = wanted.get(*argument) {
            changes.insert((*shown).into(), days.clone());
        }
    }
    changes
}

/// True if a new password is set locked at once: the SLS locks it, or an administrator has locked a password and the SLS does not unlock it.
fn stays_locked(call: &Call<'_>, live: &Live) -> bool {
    let now = live.shadow.as_ref().map(|shadow| shadow.password.as_str()).unwrap_or_default();
    let has_locked_password = now.starts_with('!') && !now.trim_start_matches('!').is_empty();
    call.fields.boolean("password_lock").unwrap_or(has_locked_password)
}

/// The password comes first. The groups are in the same command as all other attributes, so they change together or not at all.
fn operations(call: &Call<'_>, live: &Live, account: &Account, wanted: &Wanted) -> Vec<Operation> {
    let (name, fields) = (call.name, call.fields);
    let mut operations = vec![];
    if let Some(hash) = live.password.as_ref().filter(|_| wanted.contains_key("passwd")) {
        let mark = if stays_locked(call, live) { "!" } else { "" };
        operations.push(Operation::run(account::set_password(name, &format!("{mark}{hash}"))));
    }
    if wanted.contains_key("empty_password") {
        operations.push(Operation::run(account::clear_password(name)));
    }
    match wanted.get("password_lock").and_then(Value::as_bool) {
        Some(true) if wanted.contains_key("passwd") => {}
        Some(true) => operations.push(Operation::run(account::lock_password(name))),
        Some(false) => operations.push(Operation::run(account::unlock_password(name))),
        None => {}
    }
    let days = |argument: &str| wanted.get(argument).and_then(Value::as_int);
    operations.extend(create::ages(name, days));
    let text = |key: &str| wanted.get(key).map(python::text);
    let change = UserChange {
        uid: days("uid").and_then(|uid| u32::try_from(uid).ok()),
        group: text("gid"),
        groups: wanted
            .get("groups")
            .and_then(Value::as_list)
            .map(|list| list.iter().map(python::text).collect()),
        adds_groups: fields.boolean("remove_groups") == Some(false),
        home: text("home").map(Into::into),
        moves_home: fields.boolean("persist_home") == Some(true),
        shell: text("shell"),
        gecos: GECOS.iter().any(|key| wanted.contains_key(*key)).then(|| gecos(fields, &account.gecos)),
    };
    let moves = change.moves_home && change.home.is_some() && account.home.is_dir();
    if change
        != (UserChange {
            adds_groups: change.adds_groups,
            moves_home: change.moves_home,
            ..UserChange::default()
        })
    {
        operations.push(Operation::run(account::change_user(name, &change)));
    }
    if let Some(home) = text("homeDoesNotExist").filter(|_| !moves) {
        let uid = change.uid.unwrap_or(account.uid);
        let permissions = Permissions { mode: Some(0o755), uid: Some(uid), gid: Some(account.gid) };
        operations.push(Operation::MakeDirectory { path: home.into(), permissions });
    }
    operations
}
