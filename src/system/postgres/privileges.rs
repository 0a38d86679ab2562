//! Privileges on objects, and memberships in groups.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::{Call, Intent, Live, Operations, Plan, column, columns};
use crate::operation::{changes_of, refused, settled};
use machine::postgres::{name, text};

/// A type of objects: its catalogue; the columns of the owner, of the list and of the name; and the letter of `acldefault`.
///
/// See <https://www.postgresql.org/docs/current/ddl-priv.html>.
const CATALOGUES: [(&str, [&str; 5]); 7] = [
    ("table", ["pg_class", "relowner", "relacl", "relname", "r"]),
    ("sequence", ["pg_class", "relowner", "relacl", "relname", "s"]),
    ("schema", ["pg_namespace", "nspowner", "nspacl", "nspname", "n"]),
    ("tablespace", ["pg_tablespace", "spcowner", "spcacl", "spcname", "t"]),
    ("language", ["pg_language", "lanowner", "lanacl", "lanname", "l"]),
    ("database", ["pg_database", "datdba", "datacl", "datname", "d"]),
    ("function", ["pg_proc", "proowner", "proacl", "proname", "f"]),
];

/// The declaration.
struct Want {
    object: String,
    kind: String,
    /// The schema of tables and sequences.
    prepend: String,
    /// In capitals; `ALL` alone for all.
    privileges: Vec<String>,
    /// Whether the role may grant them to others.
    grants: bool,
}

impl Want {
    fn of(call: &Call<'_>) -> Result<Self, String> {
        let fields = call.fields;
        let kind = fields.required_text("object_type").to_lowercase();
        if kind != "group" && !CATALOGUES.iter().any(|(known, _)| *known == kind) {
            return Err(format!("Invalid object_type: {kind} provided"));
        }
        // TEMP is another word of the server for one of them.
        let whole = |it: &String| {
            if it.eq_ignore_ascii_case("temp") { "TEMPORARY".to_owned() } else { it.to_uppercase() }
        };
        let privileges: Vec<String> =
            fields.comma_texts("privileges").unwrap_or_default().iter().map(whole).collect();
        let is_word = |it: &String| it.chars().all(|letter| letter.is_ascii_uppercase() || letter == ' ');
        if let Some(wrong) = privileges.iter().find(|it| !is_word(it)) {
            return Err(format!("Invalid privilege: {wrong}"));
        }
        if privileges.is_empty() && kind != "group" {
            return Err(format!("privileges on a {kind} must be named"));
        }
        let object = fields.required_text("object_name");
        // The name of a function has types after it and is not quoted, so it must not end the statement.
        if kind == "function" && object.contains([';', '\\', '\n', '-']) {
            return Err(format!("Invalid object_name: {object}"));
        }
        let all = privileges.iter().any(|it| it == "ALL" || it == "ALL PRIVILEGES");
        Ok(Self {
            object,
            prepend: fields.text("prepend").unwrap_or_else(|| "public".to_owned()),
            privileges: if all { vec!["ALL".to_owned()] } else { privileges },
            grants: fields.takes("grant_option") && fields.boolean("grant_option") == Some(true),
            kind,
        })
    }

    fn is_relation(&self) -> bool {
        matches!(self.kind.as_str(), "table" | "sequence")
    }

    /// All tables or sequences of a schema.
    fn is_every(&self) -> bool {
        self.is_relation() && self.object.eq_ignore_ascii_case("all")
    }

    /// The text after `ON`.
    fn place(&self) -> String {
        let kind = self.kind.to_uppercase();
        match () {
            () if self.is_every() => format!("ALL {kind}S IN SCHEMA {}", name(&self.prepend)),
            () if self.is_relation() => format!("{kind} {}.{}", name(&self.prepend), name(&self.object)),
            // A function has a list of types.
            () if self.kind == "function" => format!("FUNCTION {}", self.object),
            () => format!("{kind} {}", name(&self.object)),
        }
    }

    /// The object as a comment names it.
    fn shown(&self, call: &Call<'_>) -> String {
        match self.kind.as_str() {
            "group" => self.object.clone(),
            _ => call.fields.comma_texts("privileges").unwrap_or_default().join(","),
        }
    }

    /// The privileges of a list that count for an object.
    fn wanted<'r>(&'r self, row: &'r Json) -> BTreeSet<&'r str> {
        if self.privileges == ["ALL"] {
            columns(row, "every").into_iter().collect()
        } else {
            self.privileges.iter().map(String::as_str).collect()
        }
    }

    fn role(&self, role: &str) -> String {
        if role.eq_ignore_ascii_case("public") { "PUBLIC".to_owned() } else { name(role) }
    }
}

pub(super) fn query(call: &Call<'_>) -> Result<String, String> {
    let want = Want::of(call)?;
    let role = text(call.name);
    if want.kind == "group" {
        return Ok(format!(
            "SELECT m.admin_option AS admin FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid \
             JOIN pg_roles u ON u.oid = m.member WHERE g.rolname = {} AND u.rolname = {role}",
            text(&want.object)
        ));
    }
    let (_, [catalogue, owner, list, named, letter]) =
        CATALOGUES.iter().find(|(kind, _)| *kind == want.kind).unwrap_or(&CATALOGUES[0]);
    let object = text(&want.object);
    let schema =
        format!("o.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = {})", text(&want.prepend));
    let kinds =
        if want.kind == "sequence" { "o.relkind = 'S'" } else { "o.relkind IN ('r', 'p', 'v', 'm', 'f')" };
    let which = match () {
        () if want.is_every() => format!("{schema} AND {kinds}"),
        () if want.is_relation() => format!("{schema} AND {kinds} AND o.{named} = {object}"),
        () if want.kind == "function" => format!("o.oid = to_regprocedure({object})"),
        () => format!("o.{named} = {object}"),
    };
    let role = if call.name.eq_ignore_ascii_case("public") {
        "0".to_owned()
    } else {
        format!("(SELECT oid FROM pg_roles WHERE rolname = {role})")
    };
    let usual = format!("acldefault('{letter}', o.{owner})");
    let of = |which: &str| {
        format!(
            "ARRAY(SELECT l.privilege_type FROM aclexplode(coalesce(o.{list}, {usual})) l WHERE l.grantee = {role}{which})"
        )
    };
    Ok(format!(
        "SELECT pg_get_userbyid(o.{owner}) AS owner, {} AS granted, {} AS grantable, \
         ARRAY(SELECT l.privilege_type FROM aclexplode({usual}) l WHERE l.grantee = o.{owner}) AS every \
         FROM {catalogue} o WHERE {which}",
        of(""),
        of(" AND l.is_grantable")
    ))
}

/// Whether the role has all wanted privileges on an object. Its owner always has them.
fn has(call: &Call<'_>, want: &Want, row: &Json) -> bool {
    if want.kind == "group" {
        return !want.grants || row.get("admin").and_then(Json::as_bool) == Some(true);
    }
    let granted: BTreeSet<&str> =
        columns(row, if want.grants { "grantable" } else { "granted" }).into_iter().collect();
    column(row, "owner") == call.name || want.wanted(row).is_subset(&granted)
}

pub(super) fn present(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let want = match Want::of(call) {
        Ok(want) => want,
        Err(why) => return refused(why),
    };
    let is_there = live.rows.as_ref().is_ok_and(|rows| {
        (want.is_every() || !rows.is_empty()) && rows.iter().all(|row| has(call, &want, row))
    });
    if is_there {
        return settled("The requested privilege(s) are already set");
    }
    let role = want.role(call.name);
    let (statement, option) = match want.kind.as_str() {
        "group" => (format!("GRANT {} TO {role}", name(&want.object)), " WITH ADMIN OPTION"),
        _ => (
            format!("GRANT {} ON {} TO {role}", want.privileges.join(", "), want.place()),
            " WITH GRANT OPTION",
        ),
    };
    let statement = format!("{statement}{};", if want.grants { option } else { "" });
    let (own, shown) = (call.name, want.shown(call));
    let plan = Plan {
        statements: vec![(live.server.clone(), statement)],
        foreseen: format!("The privilege(s): {shown} are set to be granted to {own}"),
        done: format!("The privilege(s): {shown} have been granted to {own}"),
        failure: format!("Failed to grant privilege(s): {shown} to {own}"),
        changes: changes_of(own, "Present"),
    };
    plan.intent(&live.rows)
}

pub(super) fn absent(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let want = match Want::of(call) {
        Ok(want) => want,
        Err(why) => return refused(why),
    };
    let is_granted = |row: &Json| {
        want.kind == "group"
            || columns(row, "granted").iter().any(|granted| want.wanted(row).contains(granted))
    };
    // The privileges that an owner has as owner stay.
    let counts = |row: &&Json| want.kind == "group" || column(row, "owner") != call.name;
    if live.rows.as_ref().is_ok_and(|rows| !rows.iter().filter(counts).any(is_granted)) {
        return settled("The requested privilege(s) are not set so cannot be revoked");
    }
    let role = want.role(call.name);
    let statement = match want.kind.as_str() {
        "group" => format!("REVOKE {} FROM {role};", name(&want.object)),
        _ => format!("REVOKE {} ON {} FROM {role};", want.privileges.join(", "), want.place()),
    };
    let (own, shown) = (call.name, want.shown(call));
    let plan = Plan {
        statements: vec![(live.server.clone(), statement)],
        foreseen: format!("The privilege(s): {shown} are set to be revoked from {own}"),
        done: format!("The privilege(s): {shown} have been revoked from {own}"),
        failure: format!("Failed to revoke privilege(s): {shown} from {own}"),
        changes: changes_of(own, "Absent"),
    };
    plan.intent(&live.rows)
}
