//! States of MySQL on a real server of MariaDB, beside what Salt 3007 made of the same story (`record.py`): each step in a test run, a
//! real run and a second real run. All steps have one server, which has a socket and no port.

mod deviations;

use std::process::Command;

use serde_json::json;

use crate::recorded::judge::Judge;
use crate::recorded::story::{self, Stage, place, play};
use crate::support::{left_out, missing};
use deviations::{DEVIATIONS, UNFORESEEN};

const PROGRAMS: &[&str] = &["/usr/sbin/mariadbd", "/usr/bin/mariadb-install-db", "/usr/bin/mariadb"];

/// A server, stopped when this goes.
struct Server {
    directory: tempfile::TempDir,
    files: tempfile::TempDir,
}

#[test]
fn states_of_mysql_end_as_in_salt() {
    let missing = missing(PROGRAMS);
    if !missing.is_empty() {
        left_out("all states of MySQL", 1, &missing, true);
        return;
    }
    let server = Server::start();
    let judge = Judge::new("mysql", DEVIATIONS, UNFORESEEN);
    let complaints = play(&judge, include_str!("story.json"), include_str!("recorded.json"), &server);
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// What no command line may show is in none, and a failure does not repeat it.
#[test]
fn a_password_is_in_no_output() {
    let missing = missing(PROGRAMS);
    if !missing.is_empty() {
        left_out("passwords of MySQL", 1, &missing, true);
        return;
    }
    let server = Server::start();
    let place = place(&server);
    let arguments = json!([{"name": "web"}, {"password": "s3cret"}, {"auth_plugin": "nosuch"}]);
    place.write(&json!({"it": {"mysql_user.present": arguments}}).to_string());
    for test in ["True", "False"] {
        let said = place.answer(&server, test).to_string();
        assert!(said.contains("mysql_user"), "{said}");
        assert!(!said.contains("s3cret"), "{said}");
    }
    // Whoever logs in with a password logs in with it, whatever the files of the machine say.
    server.prepare("CREATE USER admin@localhost IDENTIFIED BY 'wr0ng'; GRANT ALL ON *.* TO admin@localhost;");
    for (password, is_right) in [("wr0ng", true), ("other", false)] {
        let arguments =
            json!([{"name": "made"}, {"connection_user": "admin"}, {"connection_pass": password}]);
        place.write(&json!({"it": {"mysql_database.present": arguments}}).to_string());
        let said = place.answer(&server, "False").to_string();
        assert_eq!(said.contains("\"result\":true"), is_right, "{said}");
        assert!(!said.contains(password), "{said}");
    }
}

impl Server {
    fn start() -> Self {
        let directory = || tempfile::tempdir().expect("a directory");
        let server = Self { directory: directory(), files: directory() };
        story::server("mysql", "start", server.directory.path());
        server
    }

    fn socket(&self) -> String {
        self.directory.path().join("socket").display().to_string()
    }
}

impl Stage for Server {
    fn minion(&self) -> String {
        let socket = self.socket();
        format!(
            "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\nmysql.unix_socket: {socket}\nmysql.user: root\n"
        )
    }

    fn prepare(&self, sql: &str) {
        let mut command = Command::new("mariadb");
        command.args([
            "--no-defaults",
            "--user=root",
            "--batch",
            "--execute",
            sql,
            "--socket",
            &self.socket(),
        ]);
        let output = command.output().expect("mariadb");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("$FILES", self.files.path().display().to_string())]
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        story::server("mysql", "stop", self.directory.path());
    }
}
