use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn plan(function: &str, arguments: &Json, live: Live) -> (Verdict, String, Vec<String>) {
    call(function, "web", arguments, |call| {
        let intent = Iptables::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, lines)
    })
}

fn live(has_rule: bool, lines: &[&str]) -> Live {
    let lines = Some(lines.iter().map(|&line| line.to_owned()).collect());
    Live { seen: Ok(Present { has_rule, lines }), saved: None }
}

/// The options of a rule, as `iptables` reads them.
fn written(arguments: Json) -> Result<String, String> {
    let mut all = json!({"chain": "INPUT", "table": "filter"});
    all.as_object_mut().expect("a mapping").extend(arguments.as_object().expect("a mapping").clone());
    call("iptables.append", "web", &all, |call| {
        rule::rule(&call.context.low.arguments).map(|rule| rule.words.join("|"))
    })
}

#[test]
fn options_come_in_the_order_that_iptables_wants() {
    for (arguments, words) in [
        (
            json!({"jump": "ACCEPT", "proto": "tcp", "dport": 22, "match": "state", "connstate": "NEW", "source": "!10.0.0.0/8"}),
            "-p|tcp|-m|state|--state|NEW|--dport|22|!|--source|10.0.0.0/8|--jump|ACCEPT",
        ),
        (
            json!({"if": "not eth0", "proto": "tcp", "dports": [80, 443], "jump": "ACCEPT"}),
            "!|-i|eth0|-p|tcp|-m|multiport|--dports|80,443|--jump|ACCEPT",
        ),
        (
            json!({"proto": "tcp", "sports": ["!80", 443], "jump": "DROP"}),
            "-p|tcp|-m|multiport|!|--sports|80,443|--jump|DROP",
        ),
        (
            json!({"match": ["comment", "limit"], "comment": "it's \"ours\"", "limit": "5/min", "jump": "LOG", "log-prefix": "a b"}),
            "-m|comment|-m|limit|--comment|it's \"ours\"|--limit|5/min|--jump|LOG|--log-prefix|a b",
        ),
        (
            json!({"match": "recent", "name_": "ssh", "update": "", "jump": "DROP"}),
            "-m|recent|--name|ssh|--update|--jump|DROP",
        ),
        (
            json!({"match": "policy", "proto": "esp", "dir": "in", "jump": "ACCEPT"}),
            "-m|policy|--proto|esp|--dir|in|--jump|ACCEPT",
        ),
        (
            json!({"match-set": ["!bad src", "good dst"], "j": "DROP"}),
            "-m|set|!|--match-set|bad|src|-m|set|--match-set|good|dst|--j|DROP",
        ),
        (
            json!({"tcp-flags": "SYN,RST SYN", "proto": "tcp", "target": "DROP"}),
            "-p|tcp|--tcp-flags|SYN,RST|SYN|--jump|DROP",
        ),
    ] {
        assert_eq!(written(arguments.clone()).as_deref(), Ok(words), "{arguments}");
    }
}

#[test]
fn what_is_no_rule_is_refused() {
    for arguments in [
        json!({"dports": "80,443", "jump": "ACCEPT"}),
        json!({"rules": []}),
        json!({}),
        json!({"jump": {"a": "b"}}),
        json!({"source": "'10.0.0.1", "jump": "DROP"}),
    ] {
        assert!(written(arguments.clone()).is_err(), "{arguments}");
    }
}

#[test]
fn a_negative_position_counts_from_behind() {
    let arguments = |position: i64| json!({"chain": "INPUT", "position": position, "jump": "DROP"});
    let rules = ["-P INPUT ACCEPT", "-A INPUT -s 10.0.0.1/32", "-A INPUT -s 10.0.0.2/32"];
    for (position, number) in [(1, 1), (2, 2), (-1, 2), (-2, 1), (-9, 1)] {
        let (_, _, lines) = plan("iptables.insert", &arguments(position), live(false, &rules));
        assert_eq!(lines, [format!("iptables --wait -t filter -I INPUT {number} --jump DROP")]);
    }
}

#[test]
fn what_is_so_already_stays() {
    let rule = json!({"chain": "INPUT", "jump": "DROP"});
    assert_eq!(plan("iptables.append", &rule, live(true, &[])).0, Verdict::Succeeded);
    assert_eq!(plan("iptables.delete", &rule, live(false, &["-P INPUT ACCEPT"])).0, Verdict::Succeeded);
    let policy = |policy: &str| json!({"chain": "INPUT", "policy": policy});
    let now = || live(false, &["-P INPUT ACCEPT"]);
    assert_eq!(plan("iptables.set_policy", &policy("ACCEPT"), now()).0, Verdict::Succeeded);
    assert_eq!(
        plan("iptables.set_policy", &policy("DROP"), now()).2,
        ["iptables --wait -t filter -P INPUT DROP"]
    );
    assert_eq!(plan("iptables.flush", &json!({}), now()).0, Verdict::Succeeded);
    let full = || live(false, &["-P INPUT ACCEPT", "-A INPUT -j DROP"]);
    assert_eq!(
        plan("iptables.flush", &json!({"family": "ipv6"}), full()).2,
        ["ip6tables --wait -t filter -F"]
    );
    assert_eq!(plan("iptables.chain_present", &json!({}), now()).0, Verdict::Succeeded);
    let none = Live { seen: Ok(Present::default()), saved: None };
    assert_eq!(plan("iptables.chain_absent", &json!({}), none).0, Verdict::Succeeded);
}

#[test]
fn rules_are_saved_where_the_file_has_others() {
    let saved = |is_same: bool| Saved {
        path: "/etc/iptables/rules.v4".into(),
        family: Family::V4,
        is_same,
        missing: vec!["/etc/iptables".into()],
    };
    let arguments = json!({"chain": "INPUT", "jump": "DROP", "save": true});
    let with = |has_rule: bool, is_same: bool| Live { saved: Some(saved(is_same)), ..live(has_rule, &[]) };
    let writes = ["mkdir /etc/iptables", "iptables-save > /etc/iptables/rules.v4"];
    assert_eq!(plan("iptables.append", &arguments, with(true, true)).0, Verdict::Succeeded);
    assert_eq!(plan("iptables.append", &arguments, with(true, false)).2, writes);
    let (_, _, lines) = plan("iptables.append", &arguments, with(false, false));
    assert_eq!(lines[1..], writes);
}

#[test]
fn a_packet_filter_that_nobody_can_read_may_be_readable_in_the_real_run() {
    let unread = || Live { seen: Err("no iptables".into()), saved: None };
    for (function, arguments) in [
        ("iptables.append", json!({"chain": "INPUT", "jump": "DROP"})),
        ("iptables.delete", json!({"chain": "INPUT", "jump": "DROP"})),
        ("iptables.set_policy", json!({"chain": "INPUT", "policy": "DROP"})),
        ("iptables.flush", json!({})),
        ("iptables.chain_absent", json!({})),
    ] {
        let (verdict, _, lines) = plan(function, &arguments, unread());
        assert_eq!((verdict, lines.len()), (Verdict::WouldChange, 0), "{function}");
    }
}
