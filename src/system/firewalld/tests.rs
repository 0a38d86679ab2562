use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

const ZONE: &str = "public (active)\n  services: ssh dhcpv6-client\n  ports: 80/tcp\n  masquerade: no\n  forward-ports: \n\
    \tport=80:proto=tcp:toport=8080:toaddr=\n  icmp-blocks: echo-reply\n  rich rules: \n\trule service name=\"ssh\" accept\n";

type Shown = (Verdict, String, Json, Vec<String>);

fn plan(function: &str, arguments: &Json, seen: Result<Present, String>) -> Shown {
    call(function, "public", arguments, |call| {
        let intent = Firewalld::diff(call, Live { seen });
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, changes) = shown(&intent);
        let line = |it: &String| it.trim_start_matches("firewall-cmd ").to_owned();
        (verdict, comment, changes, lines.iter().map(line).collect())
    })
}

fn zone() -> Result<Present, String> {
    Ok(Present {
        settings: Some(Settings::read(ZONE)),
        default: "public".into(),
        icmp_types: vec!["echo-reply".into(), "echo-request".into()],
        zones: vec![],
    })
}

#[test]
fn what_is_there_is_left_alone_in_any_spelling() {
    let arguments = json!({
        "services": ["ssh"], "ports": "80/tcp", "port_fwd": ["80:8080:tcp"], "masquerade": false, "default": true,
        "block_icmp": ["echo-reply"], "rich_rules": ["rule service name=ssh accept"], "prune_rich_rules": true,
        "prune_port_fwd": true, "prune_ports": true,
    });
    let (verdict, comment, changes, _) = plan("firewalld.present", &arguments, zone());
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::Succeeded, "'public' is already in the desired state.")
    );
    assert_eq!(changes, json!({}));
}

#[test]
fn what_differs_is_kept_and_then_taken_over() {
    let arguments =
        json!({"services": ["http"], "ports": ["443/tcp"], "prune_ports": true, "masquerade": true});
    let (verdict, comment, changes, lines) = plan("firewalld.present", &arguments, zone());
    assert_eq!(
        (verdict, comment.as_str()),
        (Verdict::WouldChange, "Configuration for 'public' will change.")
    );
    assert_eq!(
        lines,
        [
            "--permanent --zone=public --add-masquerade",
            "--permanent --zone=public --add-port=443/tcp",
            "--permanent --zone=public --remove-port=80/tcp",
            "--permanent --zone=public --add-service=http",
            "--reload",
        ]
    );
    assert_eq!(
        changes,
        json!({
            "masquerade": {"old": false, "new": "Masquerading successfully set."},
            "ports": {"old": ["80/tcp"], "new": ["443/tcp"]},
            "services": {"old": ["ssh", "dhcpv6-client"], "new": ["ssh", "dhcpv6-client", "http"]},
        })
    );
}

#[test]
fn a_new_zone_is_the_default_when_firewalld_knows_it() {
    let seen = Ok(Present { zones: vec!["drop".into()], default: "drop".into(), ..Present::default() });
    let arguments = json!({"default": true, "sources": ["10.0.0.0/8"]});
    let (_, _, changes, lines) = plan("firewalld.present", &arguments, seen);
    assert_eq!(
        lines,
        [
            "--permanent --new-zone=public",
            "--permanent --zone=public --add-source=10.0.0.0/8",
            "--reload",
            "--set-default-zone=public",
        ]
    );
    assert_eq!(changes["public"], json!({"old": ["drop"], "new": "public"}));
    assert_eq!(changes["default"], json!({"old": "drop", "new": "public"}));
}

#[test]
fn what_cannot_be_is_found_in_a_test_run() {
    for arguments in
        [json!({"ports": ["80"]}), json!({"port_fwd": ["80:8080"]}), json!({"block_icmp": ["nosuch"]})]
    {
        assert_eq!(plan("firewalld.present", &arguments, zone()).0, Verdict::Failed, "{arguments}");
    }
    assert_eq!(
        plan("firewalld.service", &json!({"ports": ["x"]}), Ok(Present::default())).0,
        Verdict::Failed
    );
}

#[test]
fn all_ports_of_a_service_are_those_declared() {
    let seen = || {
        Ok(Present {
            settings: Some(Settings::read("public\n  ports: 80/tcp\n  protocols: gre\n")),
            ..Present::default()
        })
    };
    let service = |arguments| plan("firewalld.service", &arguments, seen());
    assert_eq!(service(json!({"ports": ["80/tcp"]})).0, Verdict::Succeeded);
    let (_, _, changes, lines) = service(json!({"ports": ["81/tcp"], "protocols": []}));
    assert_eq!(
        lines,
        [
            "--permanent --service=public --add-port=81/tcp",
            "--permanent --service=public --remove-port=80/tcp",
            "--permanent --service=public --remove-protocol=gre",
            "--reload",
        ]
    );
    assert_eq!(
        changes,
        json!({"ports": {"old": ["80/tcp"], "new": ["81/tcp"]}, "protocols": {"old": ["gre"], "new": []}})
    );
    let (_, _, changes, lines) = plan("firewalld.service", &json!({}), Ok(Present::default()));
    assert_eq!(lines, ["--permanent --new-service=public", "--reload"]);
    assert_eq!(changes, json!({"public": {"old": "", "new": "public"}}));
}

#[test]
fn a_daemon_that_does_not_answer_may_in_the_real_run() {
    for (function, arguments) in
        [("firewalld.present", json!({"ports": ["80/tcp"]})), ("firewalld.service", json!({}))]
    {
        let (verdict, _, _, lines) = plan(function, &arguments, Err("not running".into()));
        assert_eq!((verdict, lines.as_slice()), (Verdict::WouldChange, &[] as &[String]), "{function}");
    }
}
