//! `bootstrap user-data`, by the binary: what it prints is what cloud-init and a shell take.

use std::process::Command;

use crate::support::Place;

const CONFIG: &str = "
deploy:
  store: s3://artifacts/deploy
bootstrap:
  binary:
    x86_64:
      url: s3://artifacts/bin/orchestrate
      sha256: 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
  packages: [curl, git]
";

fn place() -> Place {
    Place::new().with("orchestration/minion", &format!("file_roots:\n  base: [states]\n{CONFIG}"))
}

/// The body of the part with this content type.
fn part(message: &str, kind: &str) -> String {
    let boundary =
        message.split("boundary=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a boundary");
    let part = message.split(&format!("--{boundary}")).find(|part| part.contains(kind)).expect(kind);
    part.split_once("\n\n").expect("a body").1.to_owned()
}

#[test]
fn the_message_is_printed_as_it_is_and_the_same_each_time() {
    let place = place();
    let first = place.run("bootstrap user-data myapp testing");
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""));
    assert!(first.stdout.starts_with("Content-Type: multipart/mixed; boundary="), "{}", first.stdout);
    assert_eq!(first.stdout, place.run("bootstrap user-data myapp testing").stdout);
    let asked = place.run("--out json bootstrap.user_data myapp testing");
    let asked: serde_json::Value = serde_json::from_str(&asked.stdout).expect("JSON");
    assert_eq!(asked["local"].as_str().map(str::trim_end), Some(first.stdout.trim_end()));
}

#[test]
fn the_script_is_one_that_a_shell_can_read() {
    let script = part(&place().run("bootstrap user-data myapp testing").stdout, "text/x-shellscript");
    let place = place().with("bootstrap.sh", &script);
    let read = Command::new("sh").arg("-n").arg(place.path("bootstrap.sh")).output().expect("a shell");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
}

#[test]
fn what_is_typed_wrong_is_answered_with_what_is_right() {
    let printed = place().run("bootstrap user-date myapp testing");
    assert_eq!(printed.code, Some(64));
    assert!(printed.stderr.contains("a similar subcommand exists: 'user-data'"), "{}", printed.stderr);
    let printed = Place::new().run("bootstrap user-data myapp testing");
    assert_eq!(printed.code, Some(1));
    assert!(printed.stderr.contains("there is no mapping 'bootstrap'"), "{}", printed.stderr);
}

/// Debian's cloud-init; `.ci/run` installs it.
#[test]
#[ignore = "needs the program cloud-init"]
fn cloud_init_accepts_the_configuration() {
    let config = part(&place().run("bootstrap user-data myapp testing").stdout, "text/cloud-config");
    // A part is known by its type, a file by this line.
    let place = place().with("config.yaml", &format!("#cloud-config\n{config}"));
    let judged =
        Command::new("cloud-init").args(["schema", "--config-file"]).arg(place.path("config.yaml")).output();
    let judged = judged.expect("cloud-init");
    let said = String::from_utf8_lossy(&judged.stdout) + String::from_utf8_lossy(&judged.stderr);
    assert!(judged.status.success() && said.contains("Valid"), "{said}");
}
