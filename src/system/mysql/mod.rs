//! `mysql_database.*`, `mysql_user.*`, `mysql_grants.*`, `mysql_query.*`: databases, users and privileges of a MySQL or MariaDB
//! server.
//!
//! ```yaml
//! shop:
//!   mysql_database.present:
//!     - character_set: utf8mb4
//! web:
//!   mysql_user.present:
//!     - password: {{ pillar.web_password }}
//! web on shop:
//!   mysql_grants.present:
//!     - grant: SELECT,INSERT,UPDATE,DELETE
//!     - database: shop.*
//!     - user: web
//! ```
//!
//! The states run the client `mysql` or `mariadb`. Options of the configuration (`mysql.host`, `mysql.port`, `mysql.user`,
//! `mysql.pass`, `mysql.db`, `mysql.unix_socket`, `mysql.default_file`, `mysql.charset`) are as in Salt. A server that does not
//! answer does not fail a test run: an earlier state may start it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.mysql_user.html> and those beside it.

mod database;
mod grant;
mod privileges;
mod query;
mod spec;
#[cfg(test)]
mod tests;
mod user;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, change};
use machine::mysql::Server;
use model::{Function, Map, Outcome, chain, python};

/// The state modules `mysql_…`.
pub struct Mysql;

/// The present state of the server.
#[derive(Clone, Debug)]
pub struct Live {
    server: Server,
    /// The state, or why it is not known.
    seen: Result<Present, String>,
}

/// The present state.
#[derive(Clone, Debug)]
enum Present {
    /// Character set and collation of a database.
    Database(Option<database::Database>),
    /// A user, and whether the server is MariaDB.
    User(Option<user::User>, bool),
    /// Grants of a user; nothing if there is no such user.
    Grants(Option<Vec<privileges::Line>>),
    /// The facts for a query.
    Query(query::Ready),
}

impl LocalState for Mysql {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let server = server(&call);
        let seen = match call.function.module() {
            "mysql_database" => database::see(&server, call.name).await.map(Present::Database),
            "mysql_user" => {
                user::see(&server, &call).await.map(|(user, is_maria)| Present::User(user, is_maria))
            }
            "mysql_grants" => grant::see(&server, &call).await.map(Present::Grants),
            _ => {
                let text = query::text(&call).map_err(Outcome::failed)?;
                query::see(&server, &call, text).await.map(Present::Query)
            }
        };
        Ok(Live { server, seen: seen.map_err(|error| chain(&error)) })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match (call.function.module(), call.function.verb) {
            ("mysql_database", "present") => database::present(&call, &live),
            ("mysql_database", _) => database::absent(&call, &live),
            ("mysql_user", "present") => user::present(&call, &live),
            ("mysql_user", _) => user::absent(&call, &live),
            ("mysql_grants", "present") => grant::present(&call, &live),
            ("mysql_grants", _) => grant::absent(&call, &live),
            _ => query::run(&call, &live),
        }
    }
}

/// The connection: from the call, else from the configuration.
fn server(call: &Call<'_>) -> Server {
    let own = |name: &str| call.fields.text(&format!("connection_{name}")).filter(|text| !text.is_empty());
    let known = |name: &str| {
        let value = call.minion.option(&format!("mysql.{name}")).filter(|value| !value.is_null())?;
        Some(python::text(value)).filter(|text| !text.is_empty())
    };
    // A given file of options comes before the configuration.
    let is_by_file = own("default_file").is_some();
    let given = |name: &str| own(name).or_else(|| if is_by_file { None } else { known(name) });
    Server {
        host: given("host"),
        port: given("port"),
        socket: given("unix_socket"),
        user: given("user"),
        password: given("pass"),
        database: given("db"),
        charset: given("charset"),
        options: given("default_file"),
    }
}

/// The host of a user.
fn host(call: &Call<'_>) -> String {
    call.fields.text("host").unwrap_or_else(|| "localhost".to_owned())
}

/// The statements, and their report.
struct Plan {
    statements: String,
    foreseen: String,
    done: String,
    failure: String,
    changes: Map,
}

impl Plan {
    /// Runs the statements. If the server did not answer, the real run fails with the reason.
    fn intent(self, live: &Live) -> Intent<Operations> {
        let operations = vec![Operation::run(live.server.of_none().command(&self.statements))];
        change(self.foreseen, self.done, self.changes, operations)
            .or_fail(self.failure)
            .unless_unread(live.seen.as_ref().err().map(String::as_str))
    }
}
