//! Extensions of a database.

use super::{Call, Intent, Live, Operations, Plan, column, gone};
use crate::operation::{changes_of, settled};
use machine::postgres::{name, text};

pub(super) fn query(call: &Call<'_>) -> String {
    format!(
        "SELECT e.extversion AS version, n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace \
         WHERE e.extname = {}",
        text(call.name)
    )
}

pub(super) fn present(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let (fields, own) = (call.fields, call.name);
    let given = |name: &str| fields.text(name).filter(|text| !text.is_empty());
    let (schema, version) = (given("schema"), given("ext_version"));
    let plan = |statements: String, mode: &str, done: &str| Plan {
        statements: vec![(live.server.clone(), statements)],
        foreseen: format!(
            "Extension {own} is set to be {mode}{}",
            if mode.ends_with('e') { "d" } else { "ed" }
        ),
        done: format!("The extension {own} has been {}", done.to_lowercase()),
        failure: format!("Failed to {mode} extension {own}"),
        changes: changes_of(own, done),
    };
    let Some(row) = live.row() else {
        let exists = if fields.boolean("if_not_exists") == Some(false) { "" } else { "IF NOT EXISTS " };
        let schema = schema.map(|schema| format!(" SCHEMA {}", name(&schema))).unwrap_or_default();
        let version = version.map(|version| format!(" VERSION {}", text(&version))).unwrap_or_default();
        let statement = format!("CREATE EXTENSION {exists}{} WITH{schema}{version};", name(own));
        return plan(statement, "install", "Installed").intent(&live.rows);
    };
    let moved = schema.filter(|schema| column(row, "schema") != schema);
    let updated = version.filter(|version| column(row, "version") != version);
    let moved = moved.map(|schema| format!("ALTER EXTENSION {} SET SCHEMA {};\n", name(own), name(&schema)));
    let updated =
        updated.map(|version| format!("ALTER EXTENSION {} UPDATE TO {};\n", name(own), text(&version)));
    let statements: String = moved.into_iter().chain(updated).collect();
    if statements.is_empty() {
        return settled(format!("Extension {own} is already present"));
    }
    plan(statements, "upgrade", "Upgraded").intent(&live.rows)
}

pub(super) fn absent(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let fields = call.fields;
    let more = match () {
        () if fields.boolean("cascade") == Some(true) => " CASCADE",
        () if fields.boolean("restrict") == Some(true) => " RESTRICT",
        () => "",
    };
    gone(call, &live, "Extension", format!("DROP EXTENSION {}{more};", name(call.name)))
}
