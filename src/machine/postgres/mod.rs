//! A PostgreSQL server, by `psql`.
//!
//! `psql` reads statements from its input and passwords from its environment, so no command line shows them. Answers come as
//! JSON, which the server makes (since version 9.4).
//!
//! See <https://www.postgresql.org/docs/current/app-psql.html>.

mod verifier;

use serde_json::Value as Json;

use super::process::{AskError, Command};
pub use verifier::{Method, SALT_BYTES, Salt, is_verifier};

/// How the server is reached.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// The program.
    pub psql: Option<String>,
    /// A host, or the directory of its socket; the default socket if it is left out.
    pub host: Option<String>,
    /// Its port.
    pub port: Option<String>,
    /// The role that logs in.
    pub role: Option<String>,
    /// The password of that role.
    pub password: Option<String>,
    /// The database.
    pub database: String,
    /// The account of this machine that runs `psql`.
    pub user: Option<String>,
}

/// Why the server did not answer.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// `psql` cannot be run, or the server refuses.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The answer is not a list.
    #[error("the output of psql cannot be read: {0}")]
    Answer(String),
}

impl Server {
    /// A command that runs statements, one after the other, up to the first that fails.
    pub fn command(&self, statements: &str) -> Command {
        let mut words = vec![self.psql.as_deref().unwrap_or("psql")];
        words.extend(["--no-psqlrc", "--no-align", "--tuples-only", "--quiet", "--no-password"]);
        // A message does not repeat the statement, which may hold a password.
        words.extend(["--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse"]);
        for (option, word) in [("--username", &self.role), ("--host", &self.host), ("--port", &self.port)] {
            words.extend(word.iter().flat_map(|word| [option, word.as_str()]));
        }
        words.extend(["--dbname", self.database.as_str(), "--file=-"]);
        let mut command = Command::argv(words);
        command.user = self.user.clone();
        command.cwd = Some("/".into());
        let password = self.password.iter().map(|password| ("PGPASSWORD".to_owned(), Some(password.clone())));
        command.environment.extend(password);
        let text = format!("SET standard_conforming_strings = on;\n{statements}\n");
        command.stdin = Some(text.into_bytes());
        command
    }

    /// The rows of a query, as objects by the names of its columns.
    ///
    /// # Errors
    /// `psql` cannot be run, the server does not answer, or the query is refused.
    pub async fn rows(&self, query: &str) -> Result<Vec<Json>, PostgresError> {
        let whole = format!("SELECT coalesce(json_agg(row_to_json(answer)), '[]') FROM ({query}) answer;");
        let said = self.command(&whole).ask().await?.stdout_text();
        serde_json::from_str(said.trim()).map_err(|_| PostgresError::Answer(said.trim().to_owned()))
    }

    /// The same server with another database.
    #[must_use]
    pub fn of(&self, database: &str) -> Self {
        Self { database: database.to_owned(), ..self.clone() }
    }
}

/// A quoted name for a statement.
pub fn name(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A quoted text for a statement.
pub fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_secret_is_in_no_command_line() {
        let server = Server {
            password: Some("s3cret".into()),
            host: Some("db.example.com".into()),
            database: "postgres".into(),
            ..Server::default()
        };
        let command = server.command("ALTER ROLE a PASSWORD 'hidden';");
        let line = command.program.to_string();
        assert!(!line.contains("s3cret") && !line.contains("hidden"), "{line}");
        assert!(line.ends_with("--host db.example.com --dbname postgres --file=-"), "{line}");
        assert_eq!(command.environment["PGPASSWORD"].as_deref(), Some("s3cret"));
    }

    #[test]
    fn names_and_texts_end_where_they_end() {
        assert_eq!(name("a\"; DROP TABLE b"), "\"a\"\"; DROP TABLE b\"");
        assert_eq!(text("it's"), "'it''s'");
    }
}
