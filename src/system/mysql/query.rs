//! Statements that run at each run, as commands do.

use std::path::{Path, PathBuf};

use super::{Call, Intent, Live, Operations, Present};
use crate::operation::{Operation, change, changes_of, refused, settled};
use machine::file;
use machine::mysql::{Server, read, text as quoted};
use machine::process::AskError;
use machine::text;
use model::chain;

/// The data of a query.
#[derive(Clone, Debug, Default)]
pub(super) struct Ready {
    /// The statements.
    pub text: String,
    pub has_database: bool,
    /// True if the file of the answer exists and stays.
    pub is_kept: bool,
}

/// The statements of a declaration.
///
/// # Errors
/// Their file cannot be read, or the place for the answer is not supported.
pub(super) fn text(call: &Call<'_>) -> Result<String, String> {
    if call.fields.text("output").as_deref() == Some("grain") {
        return Err(
            "an answer cannot be written to a grain: name a file by output, or set the grain by grains.present"
                .to_owned(),
        );
    }
    if call.fields.takes("query") {
        return Ok(call.fields.required_text("query"));
    }
    let named = call.fields.required_text("query_file");
    let path = match named.strip_prefix("salt://") {
        Some(path) => call.context.services.find_file(&call.context.low.env, path),
        None if named.starts_with('/') => Some(PathBuf::from(&named)).filter(|path| path.is_file()),
        None => return Err(format!("query_file: '{named}' is neither salt://… nor an absolute path")),
    };
    let path = path.ok_or_else(|| format!("File {named} does not exist"))?;
    let found = file::text_if_there(&path).map_err(|error| chain(&error))?;
    found.ok_or_else(|| format!("File {named} does not exist"))
}

pub(super) async fn see(server: &Server, call: &Call<'_>, text: String) -> Result<Ready, AskError> {
    let fields = call.fields;
    let keeps = fields.boolean("overwrite") == Some(false);
    let is_kept = keeps && fields.text("output").is_some_and(|path| Path::new(&path).is_file());
    let query = format!(
        "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = {};",
        quoted(&fields.required_text("database"))
    );
    let rows = server.of_none().rows(&query).await?;
    Ok(Ready { text, has_database: !rows.is_empty(), is_kept })
}

/// The answer as `column:value`, one a line.
fn listed(printed: &[u8]) -> Vec<u8> {
    let (columns, rows) = read(&text::shown(printed));
    let each = |row: Vec<String>| -> String {
        columns.iter().zip(row).map(|(column, value)| format!("{column}:{value}\n")).collect()
    };
    rows.into_iter().map(each).collect::<String>().into_bytes()
}

pub(super) fn run(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let fields = call.fields;
    let database = fields.required_text("database");
    let checks = fields.boolean("check_db_exists") != Some(false);
    let output = fields.text("output").filter(|path| !path.is_empty());
    if let Some(path) = output.as_ref().filter(|path| !path.starts_with('/')) {
        return refused(format!("output: '{path}' is not an absolute path"));
    }
    if let (Some(path), Ok(Present::Query(Ready { is_kept: true, .. }))) = (&output, &live.seen) {
        return settled(format!("No execution needed. File {path} already set"));
    }
    let (ready, why) = match &live.seen {
        Ok(Present::Query(ready)) if ready.has_database || !checks => (ready.clone(), None),
        Ok(_) => (Ready::default(), Some(format!("Database {database} is not present"))),
        Err(why) => (Ready::default(), Some(why.clone())),
    };
    let command = live.server.of(&database).written(&ready.text);
    let (foreseen, done, operation) = match &output {
        Some(path) => {
            let print = Operation::print(command, path, Some(listed));
            (format!("storing result in file: {path}"), format!("Executed. Output into {path}"), print)
        }
        None => ("not storing result".to_owned(), "Executed".to_owned(), Operation::run(command)),
    };
    change(
        format!("Query would execute, {foreseen}"),
        "Query executed",
        changes_of("query", done.as_str()),
        vec![operation],
    )
    .or_fail("The query failed")
    .unless_unread(why.as_deref())
}
