//! Schemas and tablespaces.

use super::{Call, Intent, Live, Operations, Plan, column, columns, gone};
use crate::operation::{changes_of, refused, settled};
use machine::postgres::{name, text};
use model::{Map, Value, python};

pub(super) fn query_of_schema(call: &Call<'_>) -> String {
    format!(
        "SELECT pg_get_userbyid(n.nspowner) AS owner FROM pg_namespace n WHERE n.nspname = {}",
        text(call.name)
    )
}

pub(super) fn schema(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let (own, database) = (call.name, call.fields.required_text("dbname"));
    let owner = call.fields.text("owner").filter(|text| !text.is_empty());
    let (statement, foreseen, done, what) = match (live.row(), owner) {
        (None, owner) => {
            let owner = owner.map(|owner| format!(" AUTHORIZATION {}", name(&owner))).unwrap_or_default();
            (
                format!("CREATE SCHEMA {}{owner};", name(own)),
                format!("Schema {own} is set to be created in database {database}."),
                format!("Schema {own} has been created in database {database}"),
                Value::from("Present"),
            )
        }
        (Some(row), Some(owner)) if column(row, "owner") != owner => (
            format!("ALTER SCHEMA {} OWNER TO {};", name(own), name(&owner)),
            format!("Schema {own} in database {database} is set to be given to {owner}"),
            format!("Schema {own} in database {database} has been given to {owner}"),
            Value::Map(changes_of("owner", owner)),
        ),
        _ => return settled(format!("Schema {own} already exists in database {database}")),
    };
    let plan = Plan {
        statements: vec![(live.server.clone(), statement)],
        foreseen,
        done,
        failure: format!("Failed to create schema {own} in database {database}"),
        changes: changes_of(own, what),
    };
    plan.intent(&live.rows)
}

pub(super) fn no_schema(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let (own, database) = (call.name, call.fields.required_text("dbname"));
    if live.rows.as_ref().is_ok_and(Vec::is_empty) {
        return settled(format!(
            "Schema {own} is not present in database {database}, so it cannot be removed"
        ));
    }
    let plan = Plan {
        statements: vec![(live.server.clone(), format!("DROP SCHEMA {};", name(own)))],
        foreseen: format!("Schema {own} is set to be removed from database {database}"),
        done: format!("Schema {own} has been removed from database {database}"),
        failure: format!("Schema {own} failed to be removed"),
        changes: changes_of(own, "Absent"),
    };
    plan.intent(&live.rows)
}

pub(super) fn query_of_tablespace(call: &Call<'_>) -> String {
    format!(
        "SELECT pg_get_userbyid(t.spcowner) AS owner, pg_tablespace_location(t.oid) AS location, \
         coalesce(t.spcoptions, '{{}}') AS options FROM pg_tablespace t WHERE t.spcname = {}",
        text(call.name)
    )
}

/// Options as `key = value`. Their keys are words.
fn options(call: &Call<'_>) -> Result<Vec<(String, String)>, String> {
    let Some(Value::Map(options)) = call.fields.value("options") else { return Ok(vec![]) };
    let each = options.iter().map(|(key, value)| (key.to_string(), python::text(value)));
    let options: Vec<(String, String)> = each.collect();
    let is_word = |text: &String| {
        !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || "_.".contains(it))
    };
    match options.iter().find(|(key, value)| !is_word(key) || !is_word(value)) {
        Some((key, value)) => Err(format!("'{key} = {value}' is not an option of a tablespace")),
        None => Ok(options),
    }
}

pub(super) fn tablespace(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let (own, fields) = (call.name, call.fields);
    let directory = fields.required_text("directory");
    let owner = fields.text("owner").filter(|text| !text.is_empty());
    let options = match options(call) {
        Ok(options) => options,
        Err(why) => return refused(why),
    };
    let written = |options: &[(String, String)]| {
        let each: Vec<String> = options.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        each.join(", ")
    };
    let Some(row) = live.row() else {
        let owner = owner.map(|owner| format!(" OWNER {}", name(&owner))).unwrap_or_default();
        let with = if options.is_empty() { String::new() } else { format!(" WITH ({})", written(&options)) };
        let statement =
            format!("CREATE TABLESPACE {}{owner} LOCATION {}{with};", name(own), text(&directory));
        let plan = Plan {
            statements: vec![(live.server.clone(), statement)],
            foreseen: format!("Tablespace {own} is set to be created"),
            done: format!("The tablespace {own} has been created"),
            failure: format!("Failed to create tablespace {own}"),
            changes: changes_of(own, "Present"),
        };
        return plan.intent(&live.rows);
    };
    if column(row, "location") != directory {
        return refused(format!(
            "Tablespace {own} is not at the right location. This is unfixable without dropping and recreating the tablespace."
        ));
    }
    let (mut changes, mut statements) = (Map::new(), String::new());
    if let Some(owner) = owner.filter(|owner| column(row, "owner") != owner) {
        statements.push_str(&format!("ALTER TABLESPACE {} OWNER TO {};\n", name(own), name(&owner)));
        changes.insert("owner".into(), owner.into());
    }
    let now = columns(row, "options");
    let is_other = |(key, value): &(String, String)| !now.contains(&format!("{key}={value}").as_str());
    let differing: Vec<(String, String)> = options.into_iter().filter(is_other).collect();
    if !differing.is_empty() {
        statements.push_str(&format!("ALTER TABLESPACE {} SET ({});\n", name(own), written(&differing)));
        let shown: Map =
            differing.iter().map(|(key, value)| (key.as_str().into(), value.as_str().into())).collect();
        changes.insert("options".into(), Value::Map(shown));
    }
    if changes.is_empty() {
        return settled(format!("Tablespace {own} is already present"));
    }
    let what = if changes.contains_key("options") { "options" } else { "owner" };
    let plan = Plan {
        statements: vec![(live.server.clone(), statements)],
        foreseen: format!("Tablespace {own} {what} to be altered"),
        done: format!("Tablespace {own} {} changed", if what == "options" { "opts" } else { "owner" }),
        failure: format!("Failed to change tablespace {own}"),
        changes: changes_of(own, Value::Map(changes)),
    };
    plan.intent(&live.rows)
}

pub(super) fn no_tablespace(call: &Call<'_>, live: Live) -> Intent<Operations> {
    gone(call, &live, "Tablespace", format!("DROP TABLESPACE {};", name(call.name)))
}
