use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

const KEY: &str = "AAAAC3NzaC1lZDI1NTE5AAAAIJ7v";

fn live(text: Option<&str>) -> Live {
    let place = KeysFile {
        path: "/home/a/.ssh/authorized_keys".into(),
        uid: 7,
        gid: 8,
        has_home: true,
        has_directory: text.is_some(),
    };
    Live { place: Some(place), text: text.map(str::to_owned), source: None }
}

fn plan(function: &str, name: &str, mut arguments: Json, live: Live) -> (Verdict, Json, Vec<String>) {
    arguments["user"] = "a".into();
    call(function, name, &arguments, |call| {
        let intent = SshAuth::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, _, changes) = shown(&intent);
        (verdict, changes, lines)
    })
}

#[test]
fn a_key_is_written_whole_or_bare() {
    let whole = format!("ssh-ed25519 {KEY} me");
    let line = format!("> /home/a/.ssh/authorized_keys {whole}\n");
    let (_, changes, lines) = plan("ssh_auth.present", &whole, json!({}), live(None));
    assert_eq!(lines, ["mkdir /home/a/.ssh".to_owned(), line.clone()]);
    assert_eq!(changes, json!({KEY: "New"}));
    let bare = json!({"enc": "ed25519", "comment": "me"});
    assert_eq!(plan("ssh_auth.present", KEY, bare.clone(), live(Some(""))).2, [line]);
    assert!(plan("ssh_auth.present", KEY, bare, live(Some(&whole))).2.is_empty());
    let (_, changes, _) =
        plan("ssh_auth.present", KEY, json!({"enc": "ed25519", "options": ["no-pty"]}), live(Some(&whole)));
    assert_eq!(changes, json!({KEY: "Updated"}));
}

#[test]
fn what_is_no_key_is_refused() {
    for (name, arguments) in
        [("nokey!", json!({})), (KEY, json!({"enc": "nosuch"})), ("ssh-rsa AA!A", json!({}))]
    {
        assert_eq!(plan("ssh_auth.present", name, arguments, live(None)).0, Verdict::Failed, "{name}");
    }
}

#[test]
fn a_user_that_another_state_may_make_is_left_to_the_real_run() {
    let (verdict, _, lines) = plan("ssh_auth.present", KEY, json!({"enc": "ed25519"}), Live::default());
    assert_eq!((verdict, lines.len()), (Verdict::WouldChange, 0));
}

#[test]
fn all_keys_of_a_user_are_those_that_are_named() {
    let file = format!("ssh-rsa AAAA old\nssh-ed25519 {KEY} me\n");
    let (_, changes, lines) = plan(
        "ssh_auth.manage",
        "x",
        json!({"ssh_keys": [format!("ssh-ed25519 {KEY} me"), "ssh-rsa BBBB new"]}),
        live(Some(&file)),
    );
    assert_eq!(changes, json!({"AAAA": "Key removed", "BBBB": "New"}));
    assert_eq!(lines, [format!("> /home/a/.ssh/authorized_keys ssh-ed25519 {KEY} me\nssh-rsa BBBB new\n")]);
    let again = json!({"ssh_keys": [format!("ssh-ed25519 {KEY} me"), "ssh-rsa BBBB new"]});
    let after = format!("ssh-ed25519 {KEY} me\nssh-rsa BBBB new\n");
    assert_eq!(plan("ssh_auth.manage", "x", again, live(Some(&after))).0, Verdict::Succeeded);
}

#[test]
fn a_key_goes_and_others_stay() {
    let file = format!("# a\nssh-rsa AAAA old\nssh-ed25519 {KEY} me\n");
    let (_, changes, lines) =
        plan("ssh_auth.absent", &format!("ssh-ed25519 {KEY}"), json!({}), live(Some(&file)));
    assert_eq!(changes, json!({KEY: "Removed"}));
    assert_eq!(lines, ["> /home/a/.ssh/authorized_keys # a\nssh-rsa AAAA old\n"]);
    assert!(plan("ssh_auth.absent", KEY, json!({}), live(None)).2.is_empty());
}

#[test]
fn the_file_may_be_elsewhere() {
    assert_eq!(expanded("/etc/keys/%u%%", "a", "/home/a").as_deref(), Ok("/etc/keys/a%"));
    assert_eq!(expanded("%h/k", "a", "/home/a").as_deref(), Ok("/home/a/k"));
    assert!(expanded("%x", "a", "/").is_err() && expanded("a%", "a", "/").is_err());
}
