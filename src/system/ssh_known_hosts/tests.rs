use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn key(host: &str, kind: &str, key: &str, line: usize) -> HostKey {
    HostKey { host: host.into(), kind: kind.into(), key: key.into(), line }
}

fn live() -> Live {
    Live {
        path: "/etc/ssh/ssh_known_hosts".into(),
        shown: "/etc/ssh/ssh_known_hosts".into(),
        has_directory: true,
        text: Some("# mine\nx ssh-ed25519 OLD\ny ssh-rsa YYYY\n".into()),
        known: vec![key("x", "ssh-ed25519", "OLD", 2)],
        ..Live::default()
    }
}

fn plan(function: &str, mut arguments: Json, live: Live) -> (Verdict, String, Vec<String>) {
    if function.ends_with("present") && arguments.get("hash_known_hosts").is_none() {
        arguments["hash_known_hosts"] = false.into();
    }
    call(function, "x", &arguments, |call| {
        let intent = SshKnownHosts::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, lines)
    })
}

#[test]
fn a_host_is_believed_by_its_key() {
    let spec = |key: &str| json!({"key": key, "enc": "ssh-ed25519"});
    assert_eq!(plan("ssh_known_hosts.present", spec("OLD"), live()).0, Verdict::Succeeded);
    let (_, _, lines) = plan("ssh_known_hosts.present", spec("NEWW"), live());
    assert_eq!(lines, ["> /etc/ssh/ssh_known_hosts # mine\ny ssh-rsa YYYY\nx ssh-ed25519 NEWW\n"]);
    let new = Live { text: None, known: vec![], ..live() };
    let (_, _, lines) =
        plan("ssh_known_hosts.present", json!({"key": "NEWW", "enc": "ssh-rsa", "port": 2222}), new.clone());
    assert_eq!(lines, ["> /etc/ssh/ssh_known_hosts [x]:2222 ssh-rsa NEWW\n"]);
    let hashed = json!({"key": "NEWW", "enc": "ssh-rsa", "hash_known_hosts": true});
    let (_, _, lines) = plan("ssh_known_hosts.present", hashed, new);
    assert!(lines[0].starts_with("> /etc/ssh/ssh_known_hosts |1|AAAAAAAAAAAAAAAAAAAAAAAAAAA=|"), "{lines:?}");
}

#[test]
fn what_a_host_shows_is_believed_only_where_its_fingerprint_fits() {
    let remote = |keys: Vec<HostKey>| Live { remote: Some(keys), text: None, known: vec![], ..live() };
    let shown = || vec![key("x", "ssh-rsa", "YWJj", 0)];
    let right =
        "ba:78:16:bf:8f:01:cf:ea:41:41:40:de:5d:ae:22:23:b0:03:61:a3:96:17:7a:9c:b4:10:ff:61:f2:00:15:ad";
    let (_, _, lines) = plan("ssh_known_hosts.present", json!({"fingerprint": right}), remote(shown()));
    assert_eq!(lines, ["> /etc/ssh/ssh_known_hosts x ssh-rsa YWJj\n"]);
    let (verdict, comment, _) =
        plan("ssh_known_hosts.present", json!({"fingerprint": "00:11"}), remote(shown()));
    assert_eq!(verdict, Verdict::Failed);
    assert!(comment.contains("none of their fingerprints match"), "{comment}");
    let (verdict, _, lines) = plan("ssh_known_hosts.present", json!({}), remote(vec![]));
    assert_eq!((verdict, lines.len()), (Verdict::WouldChange, 0));
    let same = Live { remote: Some(vec![key("x", "ssh-ed25519", "OLD", 0)]), ..live() };
    assert_eq!(plan("ssh_known_hosts.present", json!({}), same).0, Verdict::Succeeded);
}

#[test]
fn what_contradicts_itself_is_refused() {
    for arguments in [
        json!({"key": "A", "fingerprint": "B"}),
        json!({"key": "A"}),
        json!({"key": "A", "enc": "ssh-rsa", "port": 2222, "hash_known_hosts": true}),
    ] {
        assert_eq!(
            plan("ssh_known_hosts.present", arguments.clone(), live()).0,
            Verdict::Failed,
            "{arguments}"
        );
    }
}

#[test]
fn a_host_is_forgotten_and_others_stay() {
    let (_, _, lines) = plan("ssh_known_hosts.absent", json!({}), live());
    assert_eq!(lines, ["> /etc/ssh/ssh_known_hosts # mine\ny ssh-rsa YYYY\n"]);
    let none = Live { known: vec![], ..live() };
    assert_eq!(plan("ssh_known_hosts.absent", json!({}), none).0, Verdict::Succeeded);
}
