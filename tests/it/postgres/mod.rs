//! States of PostgreSQL on a real server, beside what Salt 3007 made of the same story (`record.py`): each step in a test run, a real run
//! and a second real run. All steps have one server, which has a socket and no port.

mod deviations;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::recorded::judge::Judge;
use crate::recorded::story::{self, Stage, place, play};
use crate::support::left_out;
use deviations::{DEVIATIONS, UNFORESEEN};

const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A server, stopped when this goes.
struct Server {
    directory: tempfile::TempDir,
}

#[test]
fn states_of_postgresql_end_as_in_salt() {
    let missing = missing();
    if !missing.is_empty() {
        left_out("all states of PostgreSQL", 1, &missing, true);
        return;
    }
    let server = Server::start();
    let judge = Judge::new("postgres", DEVIATIONS, UNFORESEEN);
    let complaints = play(&judge, include_str!("story.json"), include_str!("recorded.json"), &server);
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// What no command line may show is in none, and a failure does not repeat it.
#[test]
fn a_password_is_in_no_output() {
    let missing = missing();
    if !missing.is_empty() {
        left_out("passwords of PostgreSQL", 1, &missing, true);
        return;
    }
    let server = Server::start();
    let place = place(&server);
    let arguments =
        json!([{"name": "web"}, {"password": "s3cret"}, {"encrypted": false}, {"groups": "nosuch"}]);
    place.write(&json!({"it": {"postgres_user.present": arguments}}).to_string());
    for test in ["True", "False"] {
        let said = place.answer(&server, test).to_string();
        assert!(said.contains("postgres_user"), "{said}");
        assert!(!said.contains("s3cret"), "{said}");
    }
    // Nothing of it was done: a role comes with its groups or not at all.
    assert_eq!(server.query("postgres", "SELECT count(*) FROM pg_roles WHERE rolname = 'web'").trim(), "0");
}

/// What is missing for the story; nothing where all is there.
fn missing() -> String {
    let has_versions =
        std::fs::read_dir("/usr/lib/postgresql").is_ok_and(|mut entries| entries.next().is_some());
    let mut missing = vec![];
    if !has_versions && !Path::new("/usr/bin/postgres").exists() {
        missing.push("there is no PostgreSQL server (package postgresql)");
    }
    if !Path::new("/usr/bin/psql").exists() {
        missing.push("psql is missing");
    }
    missing.join(", ")
}

impl Server {
    fn start() -> Self {
        let server = Self { directory: tempfile::tempdir().expect("a directory") };
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(server.directory.path(), open).expect("a mode");
        story::server("postgres", "start", server.directory.path());
        server
    }

    fn query(&self, database: &str, sql: &str) -> String {
        let mut command = if machine::account::own_uid() == 0 {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "psql"]);
            command
        } else {
            Command::new("psql")
        };
        command.args(["--no-psqlrc", "--tuples-only", "--no-align", "--quiet", "--set=ON_ERROR_STOP=1"]);
        command.arg("--host").arg(self.directory.path()).args([
            "--username",
            "postgres",
            "--dbname",
            database,
        ]);
        let output =
            command.args(["--command", sql]).current_dir("/").env("PATH", PATH).output().expect("psql");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        story::server("postgres", "stop", self.directory.path());
    }
}

impl Stage for Server {
    fn minion(&self) -> String {
        format!(
            "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\npostgres.host: {}\npostgres.user: postgres\n",
            self.directory.path().display()
        )
    }

    fn prepare(&self, sql: &str) {
        self.query("shop", sql);
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("$SPACE", self.directory.path().join("space").display().to_string())]
    }
}
