//! A MySQL or MariaDB server, by its command line client.
//!
//! The client reads statements from its input and the password from its environment, so no command line shows them.
//!
//! See <https://dev.mysql.com/doc/refman/8.4/en/mysql-command-options.html>.

use std::path::Path;

use sha1::{Digest, Sha1};

use super::process::{AskError, Command};
use super::text::unescaped_with;

/// How the server is reached.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// A host; the default socket if it is left out.
    pub host: Option<String>,
    /// Its port.
    pub port: Option<String>,
    /// The path of its socket.
    pub socket: Option<String>,
    /// The user that logs in.
    pub user: Option<String>,
    /// The password of that user.
    pub password: Option<String>,
    /// The database.
    pub database: Option<String>,
    /// The character set.
    pub charset: Option<String>,
    /// A file of options that replaces those of the machine.
    pub options: Option<String>,
}

/// Then backslashes and quotation marks have their standard meaning.
const PLAIN: &str =
    "SET SESSION sql_mode = REPLACE(REPLACE(@@sql_mode, 'NO_BACKSLASH_ESCAPES', ''), 'ANSI_QUOTES', '');";

/// The client: MariaDB has a second name for it, and only that name since version 11.
fn program() -> &'static str {
    let is_there = |name: &str| Path::new("/usr/bin").join(name).exists();
    if !is_there("mysql") && is_there("mariadb") { "mariadb" } else { "mysql" }
}

impl Server {
    /// A command that runs statements, up to the first that fails. The statements are sent as their author wrote them.
    pub fn written(&self, statements: &str) -> Command {
        let options = self.options.as_ref().map(|path| format!("--defaults-file={path}"));
        // The options of the machine could otherwise replace the password.
        let mut words = vec![program().to_owned(), options.unwrap_or_else(|| "--no-defaults".to_owned())];
        // The input has statements and no commands of the client. A message does not repeat a statement, since it may hold a
        // password.
        words.extend(["--batch", "--binary-mode", "--loose-skip-print-query-on-error"].map(str::to_owned));
        let given = [
            ("host", &self.host),
            ("port", &self.port),
            ("socket", &self.socket),
            ("user", &self.user),
            ("default-character-set", &self.charset),
            ("database", &self.database),
        ];
        let each =
            given.iter().filter_map(|(option, value)| Some(format!("--{option}={}", value.as_deref()?)));
        words.extend(each);
        let mut command = Command::argv(words);
        command.cwd = Some("/".into());
        let password = self.password.iter().map(|password| ("MYSQL_PWD".to_owned(), Some(password.clone())));
        command.environment.extend(password);
        command.stdin = Some(format!("{statements}\n").into_bytes());
        command
    }

    /// A command that runs statements whose names and texts [`name`] and [`text`] have quoted.
    pub fn command(&self, statements: &str) -> Command {
        self.written(&format!("{PLAIN}\n{statements}"))
    }

    /// The rows of a query.
    ///
    /// # Errors
    /// The client cannot be run, the server does not answer, or the query is refused.
    pub async fn rows(&self, query: &str) -> Result<Vec<Vec<String>>, AskError> {
        Ok(read(&self.command(query).ask().await?.stdout_text()).1)
    }

    /// Grants of a user, as the server writes them; nothing if there is no such user.
    ///
    /// # Errors
    /// The client cannot be run, or the server does not answer.
    pub async fn grants(&self, user: &str, host: &str) -> Result<Option<Vec<String>>, AskError> {
        let command = self.command(&format!("SHOW GRANTS FOR {};", account(user, host)));
        let finished = command.finish().await?;
        if finished.is_success() {
            let rows = read(&finished.stdout_text()).1;
            return Ok(Some(rows.into_iter().filter_map(|row| row.into_iter().next()).collect()));
        }
        // ER_NONEXISTING_GRANT: there is no such user.
        if finished.stderr_text().contains("ERROR 1141 ") { Ok(None) } else { Err(command.failed(&finished)) }
    }

    /// The same server without a database: the command may be about the database of the connection.
    #[must_use]
    pub fn of_none(&self) -> Self {
        Self { database: None, ..self.clone() }
    }

    /// The same server with another database.
    #[must_use]
    pub fn of(&self, database: &str) -> Self {
        Self { database: Some(database.to_owned()), ..self.clone() }
    }
}

/// The names of the columns and the rows of what the client prints.
pub fn read(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    // The client escapes the characters that would end a column or a line.
    let value = |written: &str| unescaped_with(written, &[('0', '\0')]);
    let mut lines = text.lines().map(|line| line.split('\t').map(value).collect::<Vec<_>>());
    (lines.next().unwrap_or_default(), lines.collect())
}

/// A quoted name for a statement.
pub fn name(text: &str) -> String {
    format!("`{}`", text.replace('`', "``"))
}

/// A quoted text for a statement.
pub fn text(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
}

/// A quoted user for a statement.
pub fn account(user: &str, host: &str) -> String {
    format!("{}@{}", text(user), text(host))
}

/// The hash that the server stores of a password with `mysql_native_password`.
///
/// See <https://mariadb.com/kb/en/password/>.
pub fn native_hash(password: &str) -> String {
    let digest = Sha1::digest(Sha1::digest(password.as_bytes()));
    let digits: String = digest.iter().map(|byte| format!("{byte:02X}")).collect();
    format!("*{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_secret_is_in_no_command_line() {
        let server = Server {
            password: Some("s3cret".into()),
            host: Some("db.example.com".into()),
            ..Server::default()
        };
        let command = server.command("CREATE USER a IDENTIFIED BY 'hidden';");
        let line = command.program.to_string();
        assert!(!line.contains("s3cret") && !line.contains("hidden"), "{line}");
        assert!(line.ends_with(" --host=db.example.com"), "{line}");
        assert_eq!(command.environment["MYSQL_PWD"].as_deref(), Some("s3cret"));
    }

    #[test]
    fn names_and_texts_end_where_they_end() {
        assert_eq!(name("a`; DROP TABLE b"), "`a``; DROP TABLE b`");
        assert_eq!(text("it's \\"), "'it''s \\\\'");
        assert_eq!(account("it's", "%"), "'it''s'@'%'");
    }

    #[test]
    fn values_are_as_the_server_has_them() {
        let (columns, rows) = read("a\tb\nx\\ty\tz\\\\n\n\tNULL\n");
        assert_eq!(columns, ["a", "b"]);
        assert_eq!(rows, [["x\ty", "z\\n"], ["", "NULL"]]);
        assert_eq!(read(""), (vec![], vec![]));
    }

    #[test]
    fn a_password_is_kept_as_the_server_keeps_it() {
        assert_eq!(native_hash("password"), "*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19");
    }
}
