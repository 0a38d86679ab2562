//! Secrets that are written in plain text where an argument is declared as a secret: realistic declarations, and what shows them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::outlets::all_below;
use crate::support::Place;

/// Every declaration has it.
pub const SECRET: &str = "battery-staple-77";

/// A server in Python that prints its port first.
pub struct Server(Child, pub u16);

impl Server {
    pub fn start(script: &str, words: &[&str]) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/secrets").join(script);
        let mut child = Command::new("python3")
            .arg(script)
            .args(words)
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 runs");
        let mut line = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a port");
        Self(child, line.trim().parse().expect("a port"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Declarations of the machine. `SECRET` is the secret, `NAME` a free name.
const MACHINE: &[(&str, &str)] = &[
    ("cmd.run", "[{name: 'echo $DB_PASSWORD; false'}, {env: [{DB_PASSWORD: SECRET}]}]"),
    ("cmd.run", "[{name: 'echo $DB_PASSWORD; false'}, {env: {DB_PASSWORD: SECRET, LANG: C}}]"),
    ("cmd.run", "[{name: 'echo postgres://app:SECRET@db.example.com/app; false'}]"),
    ("cmd.run", "[{name: 'echo redis://:SECRET@cache:6379/0'}]"),
    ("cmd.run", "[{name: cat}, {stdin: 'mongodb+srv://app:SECRET@a,b/app'}]"),
    ("environ.setenv", "[{name: x}, {value: {API_TOKEN: SECRET}}]"),
    (
        "user.present",
        "[{name: nosuchuser}, {password: SECRET}, {system: True}, {home: /nonexistent}, {createhome: False}]",
    ),
    (
        "test.configurable_test_state",
        "[{result: True}, {changes: True}, {comment: 'https://me:SECRET@example.com/a.git'}]",
    ),
    ("http.query", "[{name: 'http://127.0.0.1:1/'}, {username: me}, {password: SECRET}, {status: 200}]"),
    ("postgres_user.present", "[{name: app}, {password: SECRET}, {db_host: /nonexistent}]"),
    ("mysql_user.present", "[{name: app}, {password: SECRET}, {connection_unix_socket: /nonexistent}]"),
    ("docker_container.running", "[{name: app}, {image: app}, {environment: [{DB_PASSWORD: SECRET}]}]"),
    ("docker_container.running", "[{name: app}, {image: app}, {environment: ['DB_PASSWORD=SECRET']}]"),
    (
        "archive.extracted",
        "[{name: DIR/a}, {source: DIR/nothing.zip}, {password: SECRET}, {enforce_toplevel: False}]",
    ),
    ("pkgrepo.managed", "[{name: 'deb https://me:SECRET@apt.example.com/ stable main'}, {file: DIR/a.list}]"),
    (
        "pip.installed",
        "[{name: nosuch}, {bin_env: /nonexistent}, {index_url: 'https://me:SECRET@pypi.example.com/'}]",
    ),
    ("rabbitmq_user.present", "[{name: app}, {password: SECRET}]"),
    ("webutil.user_exists", "[{name: app}, {password: SECRET}, {htpasswd_file: DIR/htpasswd}]"),
    ("file.managed", "[{name: DIR/env}, {contents: ['A=1', 'DB_PASSWORD=SECRET']}]"),
    ("x509.private_key_managed", "[{name: DIR/key.pem}, {passphrase: SECRET}]"),
];

/// All that a run of these states prints and writes.
pub fn shown(place: &Place) -> Vec<(&'static str, String)> {
    let mut all = vec![];
    for (name, words) in [
        ("test=True", "state.sls app test=True"),
        ("plan", "plan app -o plan.json"),
        ("the terminal", "--report report.html --events events.json --profile-run trace.json state.sls app"),
        ("json", "--out json state.sls app"),
        ("the log", "-l debug state.sls app test=True"),
        ("runs show", "runs show last"),
        ("runs show --out json", "--out json runs show last"),
    ] {
        let printed = place.run(words);
        all.push((name, format!("{}{}", printed.stdout, printed.stderr)));
    }
    for file in ["report.html", "events.json", "trace.json", "plan.json"] {
        all.push((file, std::fs::read_to_string(place.path(file)).unwrap_or_default()));
    }
    let mut journal = String::new();
    all_below(&place.path(".state"), &mut journal);
    all.push(("the journal", journal));
    all
}

#[track_caller]
pub fn is_nowhere(all: &[(&str, String)], subject: &str) {
    for (outlet, text) in all {
        let line = text.lines().find(|line| line.contains(SECRET)).unwrap_or_default();
        let line: String = line.chars().take(400).collect();
        assert!(line.is_empty(), "{subject}: {outlet} shows it: {line}");
    }
}

/// The author keeps the secret in the pillar, in plain text. Nothing sealed it.
#[test]
fn a_secret_in_plain_text_is_hidden_by_the_declaration_of_its_argument() {
    for (number, (function, arguments)) in MACHINE.iter().enumerate() {
        let place = Place::new();
        let arguments =
            arguments.replace("SECRET", SECRET).replace("DIR", &place.path("").display().to_string());
        let place = place.with("states/app.sls", &format!("a:\n  {function}: {arguments}\n"));
        let all = shown(&place);
        let printed = &all[2].1;
        assert!(printed.contains(function) || printed.contains("ID: a"), "{number} {function}: {printed}");
        assert!(!printed.contains("unknown argument") && !printed.contains("is not available"), "{printed}");
        is_nowhere(&all, &format!("{number} {function}"));
    }
}

/// What lint says of the same declarations: each is a warning in the file, in every form of its output.
#[test]
fn a_secret_in_plain_text_is_a_warning_by_the_declaration_of_its_argument() {
    for (function, arguments) in MACHINE {
        let place = Place::new();
        let arguments =
            arguments.replace("SECRET", SECRET).replace("DIR", &place.path("").display().to_string());
        let place = place.with("states/app.sls", &format!("a:\n  {function}: {arguments}\n"));
        for words in ["lint", "--out sarif lint", "--out json lint"] {
            let printed = place.run(words);
            is_nowhere(&[(words, printed.whole())], function);
        }
        let embedded = ["cmd.run", "test.configurable_test_state"].contains(function);
        let said = place.run("lint").whole();
        assert!(embedded || said.contains("holds a secret in plain text"), "{function}: {said}");
    }
}

#[test]
fn the_password_of_a_repository_is_in_no_command_line_and_not_in_its_configuration() {
    let place = Place::new();
    let git = |words: &[&str], directory: &Path| {
        let mut command = Command::new("git");
        command.current_dir(directory).args(words).env("GIT_CONFIG_GLOBAL", "/dev/null");
        let done = command.output().expect("git runs");
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let work = place.path("work");
    std::fs::create_dir_all(&work).expect("a directory");
    std::fs::write(work.join("a"), "1").expect("a file");
    git(&["init", "-q", "-b", "main"], &work);
    git(&["add", "a"], &work);
    git(&["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one"], &work);
    git(&["clone", "-q", "--bare", "work", "served/r.git"], &place.path(""));
    git(&["update-server-info"], &place.path("served/r.git"));
    let (served, notes) = (place.path("served"), place.path("argv"));
    let words = [served.display().to_string(), notes.display().to_string(), format!("me:{SECRET}")];
    let server = Server::start("git_server.py", &words.each_ref().map(String::as_str));
    let url = format!("http://me:{SECRET}@127.0.0.1:{}/r.git", server.1);
    let target = place.path("target").display().to_string();
    let sls = format!("{url}:\n  git.latest:\n    - target: {target}\n    - rev: main\n    - branch: main\n");
    let place = place.with("states/app.sls", &sls);
    let all = shown(&place);
    is_nowhere(&all, "git.latest");
    assert!(place.path("target/a").exists(), "it is cloned: {}", all[2].1);
    let config = std::fs::read_to_string(place.path("target/.git/config")).expect("a configuration");
    assert!(!config.contains(SECRET) && config.contains("http://127.0.0.1"), "{config}");
    let argv = std::fs::read_to_string(&notes).expect("notes");
    assert!(argv.contains("clone") && argv.contains("ls-remote"), "{argv}");
    assert!(!argv.contains(SECRET), "{argv}");

    // A clone that an older version made has the password in its configuration. The next run takes it out.
    git(&["remote", "set-url", "origin", &url], Path::new(&target));
    let again = place.run("state.sls app");
    assert!(again.stdout.contains("(hidden)") || again.stdout.contains("<redacted>"), "{}", again.whole());
    let config = std::fs::read_to_string(place.path("target/.git/config")).expect("a configuration");
    assert!(!config.contains(SECRET), "{config}");
    let third = place.run("state.sls app");
    assert!(third.stdout.contains("up-to-date"), "{}", third.whole());
}

mod in_aws {
    use super::*;
    use crate::local_aws::Moto;

    const STATES: &[(&str, &str)] = &[
        (
            "boto_rds.present",
            "{engine: mysql, db_instance_class: db.t4g.small, allocated_storage: 20, storage_type: gp3, master_username: app, master_user_password: SECRET}",
        ),
        (
            "boto3_elasticache.replication_group_present",
            "{ReplicationGroupDescription: jobs, Engine: redis, CacheNodeType: cache.t4g.small, NumCacheClusters: 1, AuthToken: SECRET, TransitEncryptionEnabled: True}",
        ),
        (
            "boto_cfn.present",
            "{template_body: '{\"Parameters\": {\"Word\": {\"Type\": \"String\", \"NoEcho\": true}}, \"Resources\": {\"Q\": {\"Type\": \"AWS::SQS::Queue\"}}}', parameters: {Word: SECRET}}",
        ),
        (
            "boto_cfn.present",
            "{template_url: 'https://example.com/a.json', parameters: {DbPassword: SECRET}}",
        ),
        ("boto_secretsmanager.secret_present", "{secret_string: SECRET}"),
        ("boto_ssm.parameter_present", "{type: SecureString, value: SECRET}"),
        ("boto_iam.user_present", "{password: SECRET}"),
        (
            "boto_lambda.function_present",
            "{Runtime: python3.13, Role: 'arn:aws:iam::123456789012:role/a', Handler: i.h, Files: {i.py: 'x'}, Environment: {Variables: {TOKEN: SECRET, URL: 'amqp://app:SECRET@mq/'}}}",
        ),
    ];

    #[test]
    fn secrets_that_aws_keeps_are_hidden_by_their_declarations() {
        let moto = Moto::start();
        for (function, arguments) in STATES {
            let arguments: serde_json::Map<String, serde_json::Value> =
                serde_yaml_of(&arguments.replace("SECRET", SECRET));
            let mut sls = format!(
                "thing:\n  {function}:\n    - region: us-east-1\n    - keyid: test\n    - key: test\n"
            );
            for (name, value) in arguments {
                sls.push_str(&format!("    - {name}: {value}\n"));
            }
            let place = Place::new().with("states/app.sls", &sls).set("AWS_ENDPOINT_URL", &moto.endpoint);
            let all = shown(&place);
            let printed = &all[0].1;
            assert!(
                printed.contains("would be") || printed.contains("Succeeded: 1"),
                "{function}: {printed}"
            );
            is_nowhere(&all, function);
            let said = place.run("lint").whole();
            let is_free = said.contains("not checked");
            assert!(
                is_free
                    || said.contains("holds a secret in plain text")
                    || *function == "boto_cfn.present"
                    || *function == "boto_ssm.parameter_present",
                "{function}: {said}"
            );
        }
    }

    /// YAML in one line.
    fn serde_yaml_of(text: &str) -> serde_json::Map<String, serde_json::Value> {
        let node = sls::yaml::parse_file(text, "a.sls").expect("YAML");
        node.to_value().to_json().as_object().cloned().expect("a mapping")
    }
}
