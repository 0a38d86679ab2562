//! Databases.

use super::{Call, Intent, Live, Operations, Plan, Present};
use crate::operation::{changes_of, refused, settled};
use machine::mysql::{Server, name, text};
use machine::process::AskError;
use model::{Map, Value};

/// A database.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Database {
    pub character_set: String,
    pub collate: String,
}

/// Databases that a server needs.
const OF_THE_SERVER: &[&str] = &["mysql", "information_schema", "performance_schema", "sys"];

pub(super) async fn see(server: &Server, own: &str) -> Result<Option<Database>, AskError> {
    let query = format!(
        "SELECT DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = {};",
        text(own)
    );
    let rows = server.of_none().rows(&query).await?;
    Ok(rows.into_iter().next().map(|row| {
        let mut row = row.into_iter();
        Database { character_set: row.next().unwrap_or_default(), collate: row.next().unwrap_or_default() }
    }))
}

/// `utf8` is another name of `utf8mb3`.
fn plain(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    match lower.strip_prefix("utf8").filter(|rest| rest.is_empty() || rest.starts_with('_')) {
        Some(rest) => format!("utf8mb3{rest}"),
        None => lower,
    }
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    let given = |key: &str| call.fields.text(key).filter(|text| !text.is_empty());
    let (letters, order) = (given("character_set"), given("collate"));
    let is_word = |word: &String| word.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if let Some(wrong) = [&letters, &order].into_iter().flatten().find(|word| !is_word(word)) {
        return refused(format!("'{wrong}' is not a character set or collation"));
    }
    let clause =
        |key: &str, word: Option<&String>| word.map(|word| format!(" {key} {word}")).unwrap_or_default();
    let words = |letters: Option<&String>, order: Option<&String>| {
        format!("{}{}", clause("CHARACTER SET", letters), clause("COLLATE", order))
    };
    let Ok(Present::Database(Some(there))) = &live.seen else {
        let statement = format!("CREATE DATABASE {}{};", name(own), words(letters.as_ref(), order.as_ref()));
        let plan = Plan {
            statements: statement,
            foreseen: format!("Database {own} is not present and needs to be created"),
            done: format!("The database {own} has been created"),
            failure: format!("Failed to create database {own}"),
            changes: changes_of(own, "Present"),
        };
        return plan.intent(live);
    };
    let differs = |wanted: Option<String>, now: &str| wanted.filter(|wanted| plain(wanted) != plain(now));
    let letters = differs(letters, &there.character_set);
    let order = differs(order, &there.collate);
    let (mut changes, mut lines) = (Map::new(), vec![]);
    let mut note = |key: &str, what: &str, now: &str, wanted: &str| {
        lines.push(format!("Database {what} {wanted} != {now} needs to be updated"));
        let both: Map = [("before".into(), now.into()), ("now".into(), wanted.into())].into_iter().collect();
        changes.insert(key.into(), Value::Map(both));
    };
    if let Some(wanted) = &letters {
        note("character_set", "character set", &there.character_set, wanted);
    }
    if let Some(wanted) = &order {
        note("collate", "collate", &there.collate, wanted);
    }
    let already = format!("Database {own} is already present");
    if lines.is_empty() {
        return settled(already);
    }
    if letters.is_none() {
        lines.insert(0, already);
    }
    let foreseen = match order {
        Some(_) => lines.join("\n"),
        None => format!("{}\nDatabase {own} is going to be updated", lines.join("\n")),
    };
    let plan = Plan {
        statements: format!("ALTER DATABASE {}{};", name(own), words(letters.as_ref(), order.as_ref())),
        foreseen,
        done: lines.join("\n"),
        failure: format!("Failed to change database {own}"),
        changes,
    };
    plan.intent(live)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    if matches!(live.seen, Ok(Present::Database(None))) {
        return settled(format!("Database {own} is not present, so it cannot be removed"));
    }
    if OF_THE_SERVER.contains(&own) {
        return refused(format!("Unable to remove database {own}: the server needs it"));
    }
    let plan = Plan {
        statements: format!("DROP DATABASE {};", name(own)),
        foreseen: format!("Database {own} is present and needs to be removed"),
        done: format!("Database {own} has been removed"),
        failure: format!("Unable to remove database {own}"),
        changes: changes_of(own, "Absent"),
    };
    plan.intent(live)
}
