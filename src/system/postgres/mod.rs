//! `postgres_database.*`, `postgres_user.*`, `postgres_group.*`, `postgres_privileges.*`, `postgres_extension.*`,
//! `postgres_schema.*`, `postgres_tablespace.*`: databases, roles and privileges of a PostgreSQL server.
//!
//! ```yaml
//! web:
//!   postgres_user.present:
//!     - password: {{ pillar.web_password }}
//!     - encrypted: scram-sha-256
//! shop:
//!   postgres_database.present:
//!     - owner: web
//! pg_trgm:
//!   postgres_extension.present:
//!     - maintenance_db: shop
//! ```
//!
//! The account `postgres` of this machine, or `user`, runs `psql`, unless `db_host` names another host. Options of the
//! configuration (`postgres.host`, `postgres.port`, `postgres.user`, `postgres.pass`, `postgres.maintenance_db`,
//! `postgres.bins_dir`) are as in Salt. A server that does not answer does not fail a test run: an earlier state may start it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.postgres_database.html> and those beside it.

mod database;
mod extension;
mod place;
mod privileges;
mod role;
mod spec;
#[cfg(test)]
mod tests;

use serde_json::Value as Json;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, change, changes_of, settled};
use machine::account;
use machine::postgres::{SALT_BYTES, Salt, Server};
use model::{Function, Map, Outcome, chain};

/// The state modules `postgres_…`.
pub struct Postgres;

/// The present state of the server.
#[derive(Clone, Debug)]
pub struct Live {
    server: Server,
    /// The rows of the query, or why there are none.
    rows: Result<Vec<Json>, String>,
    /// Random bytes for a new password.
    salt: Salt,
    /// True if the server stores new passwords by SCRAM.
    uses_scram: bool,
}

impl LocalState for Postgres {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let server = server(&call);
        let query = match call.function.module() {
            "postgres_database" => database::query(&call),
            "postgres_user" | "postgres_group" => role::query(&call),
            "postgres_extension" => extension::query(&call),
            "postgres_schema" => place::query_of_schema(&call),
            "postgres_tablespace" => place::query_of_tablespace(&call),
            _ => privileges::query(&call).map_err(Outcome::failed)?,
        };
        let rows = server.rows(&query).await.map_err(|error| chain(&error));
        let is_role = matches!(call.function.module(), "postgres_user" | "postgres_group");
        let mut uses_scram = false;
        if is_role && rows.is_ok() && role::asks_for_form(&call) {
            let said = server.rows(role::FORM).await.map_err(|error| Outcome::failed(chain(&error)))?;
            uses_scram = said.first().is_some_and(|row| column(row, "form") == "scram-sha-256");
        }
        Ok(Live { server, rows, salt: rand::random::<[u8; SALT_BYTES]>(), uses_scram })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match (call.function.module(), call.function.verb) {
            ("postgres_database", "present") => database::present(&call, live),
            ("postgres_database", _) => database::absent(&call, live),
            ("postgres_user" | "postgres_group", "present") => role::present(&call, live),
            ("postgres_user" | "postgres_group", _) => role::absent(&call, live),
            ("postgres_extension", "present") => extension::present(&call, live),
            ("postgres_extension", _) => extension::absent(&call, live),
            ("postgres_schema", "present") => place::schema(&call, live),
            ("postgres_schema", _) => place::no_schema(&call, live),
            ("postgres_tablespace", "present") => place::tablespace(&call, live),
            ("postgres_tablespace", _) => place::no_tablespace(&call, live),
            (_, "present") => privileges::present(&call, live),
            _ => privileges::absent(&call, live),
        }
    }
}

/// The connection: from the call, else from the configuration.
fn server(call: &Call<'_>) -> Server {
    let fields = call.fields;
    let known = |key: &str| {
        let value = call.minion.option(key).filter(|value| !value.is_null())?;
        Some(model::python::text(value)).filter(|text| !text.is_empty())
    };
    let given = |name: &str, key: &str| {
        let own = if fields.takes(name) { fields.text(name) } else { None };
        own.filter(|text| !text.is_empty()).or_else(|| known(key))
    };
    let host = given("db_host", "postgres.host");
    let is_here = host.as_deref().is_none_or(|host| host.starts_with('/'));
    // A user other than root can only be itself.
    let own = (is_here && account::own_uid() == 0).then(|| "postgres".to_owned());
    let user = fields.text("user").or(own);
    let schema = if call.function.module() == "postgres_schema" { fields.text("dbname") } else { None };
    Server {
        psql: known("postgres.bins_dir").map(|directory| format!("{}/psql", directory.trim_end_matches('/'))),
        role: given("db_user", "postgres.user").or_else(|| user.clone()),
        password: given("db_password", "postgres.pass"),
        port: given("db_port", "postgres.port"),
        database: schema
            .or_else(|| given("maintenance_db", "postgres.maintenance_db"))
            .unwrap_or_else(|| "postgres".to_owned()),
        host,
        user,
    }
}

impl Live {
    /// The only row of the answer.
    fn row(&self) -> Option<&Json> {
        self.rows.as_ref().ok()?.first()
    }
}

/// The text of a column.
fn column<'r>(row: &'r Json, name: &str) -> &'r str {
    row.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// The texts of a column.
fn columns<'r>(row: &'r Json, name: &str) -> Vec<&'r str> {
    row.get(name).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
}

/// The statements, and their report.
struct Plan {
    /// The statements, each with its server and database.
    statements: Vec<(Server, String)>,
    foreseen: String,
    done: String,
    failure: String,
    changes: Map,
}

impl Plan {
    /// Runs the statements. If the server did not answer, the real run fails with the reason.
    fn intent(self, rows: &Result<Vec<Json>, String>) -> Intent<Operations> {
        let run = |(server, statement): (Server, String)| Operation::run(server.command(&statement));
        let operations = self.statements.into_iter().map(run).collect();
        change(self.foreseen, self.done, self.changes, operations)
            .or_fail(self.failure)
            .unless_unread(rows.as_ref().err().map(String::as_str))
    }
}

/// Removes a thing, unless it is absent.
fn gone(call: &Call<'_>, live: &Live, what: &str, statement: String) -> Intent<Operations> {
    let name = call.name;
    if live.rows.as_ref().is_ok_and(Vec::is_empty) {
        return settled(format!("{what} {name} is not present, so it cannot be removed"));
    }
    let plan = Plan {
        statements: vec![(live.server.clone(), statement)],
        foreseen: format!("{what} {name} is set to be removed"),
        done: format!("{what} {name} has been removed"),
        failure: format!("{what} {name} failed to be removed"),
        changes: changes_of(name, "Absent"),
    };
    plan.intent(&live.rows)
}
