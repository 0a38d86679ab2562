use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use machine::nftables::Rule;
use model::Verdict;

fn plan(function: &str, arguments: &Json, live: Live) -> (Verdict, String, String) {
    call(function, "web", arguments, |call| {
        let intent = Nftables::diff(call, live);
        let stdin = if let Intent::Act { step, .. } = &intent { step.stdin() } else { None };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, stdin.unwrap_or_default().trim().to_owned())
    })
}

fn live(rules: &[&str]) -> Live {
    let rules = rules.iter().zip(7..).map(|(text, handle)| Rule { text: (*text).to_owned(), handle });
    let input = Chain {
        name: "input".into(),
        base: Some("type filter hook input priority filter".into()),
        policy: Some("accept".into()),
        rules: rules.collect(),
    };
    let own = Chain { name: "web".into(), ..Chain::default() };
    Live { table: Ok(Some(Table { chains: vec![input, own] })), saved: None }
}

fn written(more: Json) -> Result<String, String> {
    let mut all = json!({"chain": "input"});
    all.as_object_mut().expect("a mapping").extend(more.as_object().expect("a mapping").clone());
    call("nftables.append", "web", &all, |call| rule::rule(&call))
}

#[test]
fn a_rule_is_what_its_options_say() {
    for (arguments, rule) in [
        (
            json!({"if": "eth0", "proto": "tcp", "dport": 22, "connstate": "new,established", "source": "10.0.0.0/8", "jump": "accept"}),
            "meta iifname eth0 ct state { new,established } ip saddr 10.0.0.0/8 tcp dport { 22 } accept",
        ),
        (
            json!({"proto": "tcp", "saddr": "10.0.0.1", "jump": "drop"}),
            "ip saddr 10.0.0.1 meta l4proto tcp drop",
        ),
        (json!({"proto": "udp", "dports": [53, 123], "target": "accept"}), "udp dport { 123, 53 } accept"),
        (
            json!({"proto": "icmp", "icmp-type": "echo-request", "jump": "accept"}),
            "icmp type { echo-request } accept",
        ),
        (
            json!({"family": "inet", "daddr": "::1", "counter": true, "jump": "drop"}),
            "counter ip6 daddr ::1 drop",
        ),
        (json!({"proto": "tcp", "dport": "1000:2000", "jump": "drop"}), "tcp dport { 1000-2000 } drop"),
        (json!({"proto": "tcp", "dport": 80, "redirect-to": 8080}), "tcp dport { 80 } redirect to :8080"),
        (
            json!({"of": "eth0", "jump": "snat", "to-source": "10.0.0.1"}),
            "meta oifname eth0 snat to 10.0.0.1",
        ),
    ] {
        assert_eq!(written(arguments.clone()).as_deref(), Ok(rule), "{arguments}");
    }
}

#[test]
fn what_is_no_rule_is_refused() {
    for arguments in [
        json!({"dport": 22, "jump": "accept"}),
        json!({}),
        json!({"jump": "accept; flush ruleset"}),
        json!({"if": "\" x"}),
    ] {
        assert!(written(arguments.clone()).is_err(), "{arguments}");
    }
    let arguments = json!({"chain": "a { }", "jump": "drop"});
    assert_eq!(plan("nftables.append", &arguments, live(&[])).0, Verdict::Failed);
}

#[test]
fn a_rule_goes_by_its_handle() {
    let arguments = json!({"chain": "input", "proto": "tcp", "dport": 22, "jump": "accept"});
    let there = ["ip saddr 10.0.0.1 drop", "tcp dport 22 accept"];
    assert_eq!(plan("nftables.delete", &arguments, live(&there)).2, "delete rule ip filter input handle 8");
    assert_eq!(plan("nftables.delete", &arguments, live(&there[..1])).0, Verdict::Succeeded);
    assert_eq!(plan("nftables.append", &arguments, live(&there)).0, Verdict::Succeeded);
    assert_eq!(
        plan("nftables.append", &arguments, live(&[])).2,
        "add rule ip filter input tcp dport { 22 } accept"
    );
}

#[test]
fn a_policy_is_of_a_base_chain() {
    let arguments = |chain: &str, policy: &str| json!({"chain": chain, "policy": policy});
    assert_eq!(plan("nftables.set_policy", &arguments("input", "ACCEPT"), live(&[])).0, Verdict::Succeeded);
    assert_eq!(
        plan("nftables.set_policy", &arguments("input", "drop"), live(&[])).2,
        "add chain ip filter input { type filter hook input priority filter; policy drop; }"
    );
    assert_eq!(plan("nftables.set_policy", &arguments("web", "drop"), live(&[])).0, Verdict::Failed);
}

#[test]
fn what_nobody_can_read_may_be_readable_in_the_real_run() {
    for (function, arguments) in [
        ("nftables.append", json!({"chain": "input", "jump": "drop"})),
        ("nftables.delete", json!({"chain": "input", "jump": "drop"})),
        ("nftables.set_policy", json!({"chain": "input", "policy": "drop"})),
        ("nftables.flush", json!({})),
        ("nftables.table_absent", json!({})),
        ("nftables.chain_absent", json!({})),
    ] {
        let unread = Live { table: Err("no nft".into()), saved: None };
        let (verdict, _, statements) = plan(function, &arguments, unread);
        assert_eq!((verdict, statements.as_str()), (Verdict::WouldChange, ""), "{function}");
    }
}
