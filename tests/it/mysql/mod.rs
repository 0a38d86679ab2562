//! States of MySQL on a real server of MariaDB, beside what Salt 3007 made of the same story (`record.py`): each step in a test run, a
//! real run and a second real run. All steps have one server, which has a socket and no port.

mod deviations;

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::recorded::judge::Judge;
use crate::recorded::story::{Stage, place, play};
use crate::support::left_out;
use deviations::{DEVIATIONS, UNFORESEEN};

/// A server, stopped when this goes.
struct Server {
    directory: tempfile::TempDir,
    files: tempfile::TempDir,
}

#[test]
fn states_of_mysql_end_as_in_salt() {
    let missing = missing();
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
    let missing = missing();
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

/// What is missing for the story; nothing where all is there.
fn missing() -> String {
    let programs = ["/usr/sbin/mariadbd", "/usr/bin/mariadb-install-db", "/usr/bin/mariadb"];
    let missing = programs.iter().filter(|path| !Path::new(path).exists());
    missing.map(|path| format!("{path} is missing")).collect::<Vec<_>>().join(", ")
}

impl Server {
    fn start() -> Self {
        let directory = || tempfile::tempdir().expect("a directory");
        let server = Self { directory: directory(), files: directory() };
        server.tell("start");
        server
    }

    fn tell(&self, what: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/mysql/server.sh");
        let mut command = Command::new("/bin/sh");
        command.arg(script).arg(what).arg(self.directory.path()).env_clear();
        // The server keeps what it is given open.
        let path = self.files.path().with_extension(what);
        let log = std::fs::File::create(&path).expect("a log");
        let errors = log.try_clone().expect("a log");
        let status = command.stdout(log).stderr(errors).status().expect("a shell");
        let said = std::fs::read_to_string(&path).unwrap_or_default();
        let _ = std::fs::remove_file(&path);
        assert!(status.success(), "{what}: {said}");
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
        self.tell("stop");
    }
}
