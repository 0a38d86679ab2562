//! Users and groups: roles that log in, and roles that have members.

use serde_json::Value as Json;

use super::{Call, Intent, Live, Operations, Plan, column, columns, gone};
use crate::operation::{changes_of, refused, settled};
use machine::postgres::{Method, name, text};
use model::{Map, Value};

/// Boolean arguments, and the words of `CREATE ROLE`.
const FLAGS: [(&str, &str); 6] = [
    ("inherit", "INHERIT"),
    ("createdb", "CREATEDB"),
    ("createroles", "CREATEROLE"),
    ("superuser", "SUPERUSER"),
    ("replication", "REPLICATION"),
    ("login", "LOGIN"),
];

pub(super) fn query(call: &Call<'_>) -> String {
    let reads_password = call.function.verb == "present" && is_compared(call);
    let password = if reads_password { ", a.rolpassword AS password" } else { "" };
    let kept = if reads_password { " JOIN pg_authid a ON a.oid = r.oid" } else { "" };
    let until = until(call).map(|until| format!(", {}::timestamp(0)::text AS wanted_until", text(&until)));
    format!(
        "SELECT r.rolsuper AS superuser, r.rolinherit AS inherit, r.rolcreaterole AS createroles, r.rolcreatedb AS createdb, \
         r.rolcanlogin AS login, r.rolreplication AS replication, r.rolvaliduntil::timestamp(0)::text AS valid_until, \
         ARRAY(SELECT g.rolname FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid) AS groups\
         {password}{} FROM pg_roles r{kept} WHERE r.rolname = {}",
        until.unwrap_or_default(),
        text(call.name)
    )
}

/// True if the form of a new password is that of the server.
pub(super) fn asks_for_form(call: &Call<'_>) -> bool {
    let fields = call.fields;
    let has = |name: &str| fields.takes(name) && fields.has(name);
    call.function.verb == "present"
        && (has("password") || has("default_password"))
        && matches!(fields.value("encrypted"), None | Some(Value::Null))
}

/// The setting of the server that says how it stores new passwords.
pub(super) const FORM: &str = "SELECT current_setting('password_encryption') AS form";

/// True if a password is declared, and compared with the server's: only superusers may read that.
fn is_compared(call: &Call<'_>) -> bool {
    let fields = call.fields;
    fields.has("password") && fields.boolean("refresh_password") != Some(true)
}

fn until(call: &Call<'_>) -> Option<String> {
    let is_user = call.function.verb == "present" && call.fields.takes("valid_until");
    if is_user { call.fields.text("valid_until").filter(|text| !text.is_empty()) } else { None }
}

/// The method of storing passwords.
fn method(call: &Call<'_>, live: &Live) -> Result<Method, String> {
    match call.fields.value("encrypted") {
        None | Some(Value::Null) => Ok(Method::Usual { is_scram: live.uses_scram }),
        Some(Value::Bool(true)) => Ok(Method::Md5),
        Some(Value::Bool(false)) => Ok(Method::Plain),
        Some(Value::Str(text)) if text == "md5" => Ok(Method::Md5),
        Some(Value::Str(text)) if text == "scram-sha-256" => Ok(Method::Scram),
        Some(other) => Err(format!("Unknown password algorithm: {}", model::python::text(&other))),
    }
}

/// The password as it is sent; nothing if the server has it, or none is declared.
fn password(call: &Call<'_>, live: &Live) -> Result<Option<String>, String> {
    let (fields, own) = (call.fields, call.name);
    let declared = fields.text("password");
    let first = if fields.takes("default_password") { fields.text("default_password") } else { None };
    let declared = if live.row().is_none() { declared.or(first) } else { declared };
    let Some(declared) = declared.filter(|password| !password.is_empty()) else { return Ok(None) };
    let method = method(call, live)?;
    let is_same = |row: &Json| is_compared(call) && method.fits(own, &declared, column(row, "password"));
    if live.row().is_some_and(is_same) {
        return Ok(None);
    }
    let verifier = method.verifier(own, &declared, &live.salt);
    let why = "a password for scram-sha-256 must have only ASCII letters, or must be a verifier already";
    verifier.map(Some).ok_or_else(|| why.to_owned())
}

/// The differences of a role: words of `CREATE ROLE`, Salt's `changes`, and the groups that it is not a member of.
struct Changes {
    words: Vec<String>,
    update: Map,
    missing: Vec<String>,
}

fn changes(call: &Call<'_>, row: Option<&Json>, password: Option<&str>, is_user: bool) -> Changes {
    let fields = call.fields;
    let mut words = vec![];
    let mut update = Map::new();
    for (key, word) in FLAGS {
        let usual = match key {
            "inherit" => Some(true),
            "login" => Some(is_user),
            _ => None,
        };
        let wanted = fields.boolean(key).or(usual.filter(|_| row.is_none()));
        let now = row.and_then(|row| row.get(key)).and_then(Json::as_bool);
        if let Some(wanted) = wanted.filter(|wanted| now != Some(*wanted)) {
            words.push(format!("{}{word}", if wanted { "" } else { "NO" }));
            update.insert(key.into(), wanted.into());
        }
    }
    if let Some(password) = password {
        words.push(format!("PASSWORD {}", text(password)));
        update.insert("password".into(), true.into());
    }
    if let Some(until) = until(call) {
        let is_same = row.is_some_and(|row| column(row, "valid_until") == column(row, "wanted_until"));
        if !is_same {
            words.push(format!("VALID UNTIL {}", text(&until)));
            update.insert("valid_until".into(), until.into());
        }
    }
    let now = row.map(|row| columns(row, "groups")).unwrap_or_default();
    let mut missing = fields.comma_texts("groups").unwrap_or_default();
    missing.retain(|group| !now.contains(&group.as_str()));
    if !missing.is_empty() {
        update.insert("groups".into(), missing.clone().into());
    }
    Changes { words, update, missing }
}

pub(super) fn present(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let own = call.name;
    let is_user = call.function.module() == "postgres_user";
    let (upper, lower) = if is_user { ("User", "user") } else { ("Group", "group") };
    let password = match password(call, &live) {
        Ok(password) => password,
        Err(why) => return refused(why),
    };
    let row = live.row();
    let Changes { words, update, missing } = changes(call, row, password.as_deref(), is_user);
    if row.is_some() && update.is_empty() {
        return settled(format!("{upper} {own} is already present"));
    }
    let (mode, verb) = if row.is_some() { ("update", "ALTER") } else { ("create", "CREATE") };
    let first = (row.is_none() || !words.is_empty())
        .then(|| format!("{verb} ROLE {} WITH {};\n", name(own), words.join(" ")));
    let grants = missing.iter().map(|group| format!("GRANT {} TO {};\n", name(group), name(own)));
    let statements: String = std::iter::once("BEGIN;\n".to_owned())
        .chain(first)
        .chain(grants)
        .chain(["COMMIT;".to_owned()])
        .collect();
    let changes =
        if row.is_some() { changes_of(own, Value::Map(update)) } else { changes_of(own, "Present") };
    let plan = Plan {
        statements: vec![(live.server.clone(), statements)],
        foreseen: format!("{upper} {own} is set to be {mode}d"),
        done: format!("The {lower} {own} has been {mode}d"),
        failure: format!("Failed to {mode} {lower} {own}"),
        changes,
    };
    plan.intent(&live.rows)
}

pub(super) fn absent(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let what = if call.function.module() == "postgres_user" { "User" } else { "Group" };
    gone(call, &live, what, format!("DROP ROLE {};", name(call.name)))
}
