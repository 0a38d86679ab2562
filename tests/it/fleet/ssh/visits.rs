//! What works: functions, states with tree and pillar, targets, shell commands, many hosts.

use serde_json::{Value, json};

use super::Sshd;

/// What `salt-ssh` of Salt 3007.15 prints for the same command lines, against such an sshd.
const RECORDED: &str = include_str!("recorded.json");

fn tree(sshd: &Sshd) {
    let write = |name: &str, text: String| std::fs::write(sshd.path(name), text).unwrap();
    let out = sshd.text("out");
    write(
        "cfg/states/a.sls",
        format!("{out}:\n  file.managed:\n    - source: salt://text\n    - template: jinja\n"),
    );
    write("cfg/states/text", "{{ pillar['x'] }}\n".to_owned());
    write("cfg/pillar/top.sls", "base:\n  '*': [p]\n".to_owned());
    write("cfg/pillar/p.sls", "x: one-{{ grains.id }}\n".to_owned());
}

#[test]
fn a_host_without_anything_runs_functions_and_states_and_keeps_only_program_and_tree() {
    let Some(sshd) = Sshd::up() else { return };
    tree(&sshd);
    let ping = sshd.run(&["*", "test.ping", "--static", "--out", "json"]);
    let dead = "ssh: connect to host 127.0.0.1 port 1: Connection refused";
    assert_eq!((ping.json(), ping.code), (json!({"dead1": dead, "web1": true}), Some(1)), "{ping:?}");
    let [program] = sshd.on_host().try_into().unwrap();
    assert!(program.starts_with("program-"), "{program}");
    let stored = || std::fs::metadata(sshd.path("remote").join(&program)).unwrap().modified().unwrap();
    let first = stored();

    // States with the tree and the pillar of this ops node.
    let applied = sshd.run(&["web1", "state.apply", "a", "--out", "json"]);
    let states = applied.json()["web1"].clone();
    let state = states.as_object().and_then(|all| all.values().next()).cloned().unwrap_or_default();
    assert_eq!((&state["result"], applied.code), (&json!(true), Some(0)), "{applied:?}");
    assert_eq!(std::fs::read_to_string(sshd.path("out")).unwrap(), "one-web1\n");
    let again = sshd.run(&["web1", "state.apply", "a", "test=True"]);
    assert!(again.stdout.contains("Succeeded: 1\n") && again.code == Some(0), "{again:?}");
    assert_eq!(stored(), first, "the program is shipped once");
    assert_eq!(sshd.on_host(), [program.as_str(), "trees"], "nothing else is left");

    // Grains are known by now, as the host sent them for its pillar; nobody knows those of the dead one.
    let by_grain = sshd.run(&["-G", "id:web1", "pillar.get", "x"]);
    assert_eq!((by_grain.stdout.as_str(), by_grain.code), ("web1:\n    one-web1\n", Some(1)), "{by_grain:?}");
    assert!(by_grain.stderr.contains("dead1: left out: its grains are not known"), "{by_grain:?}");

    // What is wrong in the job is the job's answer.
    let failed = sshd.run(&["web1", "state.apply", "missing", "--out", "json"]);
    assert!(failed.code == Some(1) && failed.stdout.contains("missing"), "{failed:?}");
    std::fs::write(sshd.path("cfg/pillar/p.sls"), "x: {{ nothing.here }}\n").unwrap();
    let broken = sshd.run(&["web1", "state.apply", "a", "--out", "json"]);
    assert!(broken.stdout.contains("Pillar failed to render") && broken.code == Some(1), "{broken:?}");
    sshd.until_idle();
}

#[test]
fn with_wipe_nothing_is_left_and_what_others_put_beside_stays() {
    let Some(sshd) = Sshd::up() else { return };
    tree(&sshd);
    let applied = sshd.run(&["-w", "web1", "state.apply", "a", "--out", "json"]);
    assert_eq!(applied.code, Some(0), "{applied:?}");
    assert_eq!(std::fs::read_to_string(sshd.path("out")).unwrap(), "one-web1\n");
    assert!(!sshd.path("remote").exists(), "{:?}", sshd.on_host());
    assert_eq!(sshd.run(&["web1", "test.ping"]).code, Some(0));
    std::fs::write(sshd.path("remote/notes"), "").unwrap();
    let failed = sshd.run(&["--wipe", "web1", "cmd.run", "exit 3", "--retcode-passthrough"]);
    assert_eq!(failed.code, Some(3), "{failed:?}");
    assert_eq!(sshd.on_host(), ["notes"]);
}

#[test]
fn answers_are_those_of_salt_ssh() {
    let Some(sshd) = Sshd::up() else { return };
    tree(&sshd);
    let recorded: Value = serde_json::from_str(RECORDED).unwrap();
    for case in recorded.as_array().unwrap() {
        let words: Vec<&str> = case["words"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let printed = sshd.run(&words);
        match &case["ours"] {
            Value::Null => {
                assert_eq!(printed.stdout, case["stdout"].as_str().unwrap(), "{words:?} {printed:?}");
                // Salt's 20 says that some host failed; ours is 1, as everywhere.
                assert_eq!(printed.code == Some(0), case["code"] == 0, "{words:?} {printed:?}");
            }
            ours => {
                let expected = (ours["stdout"].as_str().unwrap(), ours["code"].as_i64());
                let code = printed.code.map(i64::from);
                assert_eq!(
                    (printed.stdout.as_str(), code),
                    expected,
                    "{words:?}, because {}: {printed:?}",
                    case["why"]
                );
            }
        }
    }
}

#[test]
fn many_hosts_are_visited_at_once_and_some_targets_are_wrong() {
    let Some(sshd) = Sshd::up() else { return };
    let port = sshd.port;
    let (key, remote) = (sshd.text("key"), sshd.text("remote"));
    let more: String = (2..6)
        .map(|n| format!("web{n}: {{host: 127.0.0.1, port: {port}, priv: {key}, thin_dir: {remote}}}\n"))
        .collect();
    sshd.roster(&more);
    let listed = sshd.run(&["-H", "web[12]", "--out", "json"]);
    let roster = sshd.text("cfg/roster");
    assert_eq!(listed.json(), json!({roster: {"web1": "127.0.0.1", "web2": "127.0.0.1"}}), "{listed:?}");
    let words = ["-E", "web.", "test.echo", "hi", "--static", "--out", "json", "--max-procs", "3", "-v"];
    let all = sshd.run(&words);
    let expected = json!({"web1": "hi", "web2": "hi", "web3": "hi", "web4": "hi", "web5": "hi"});
    assert_eq!((all.json(), all.code), (expected, Some(0)), "{all:?}");
    assert!(all.stderr.contains("# of minions returned: 5\n"), "{all:?}");
    let unknown = sshd.run(&["-L", "web2,web9", "test.ping"]);
    assert_eq!((unknown.stdout.as_str(), unknown.code), ("web2:\n    True\n", Some(1)), "{unknown:?}");
    assert!(unknown.stderr.contains("web9: not in the roster"), "{unknown:?}");
    for (words, code, said) in [
        (&["nobody", "test.ping"][..], 2, "No matching targets found in roster."),
        (&["web1"], 64, "the function is missing"),
        (
            &["web1", "test.ping", "--roster-file", "/nowhere"],
            1,
            "there is no roster '/nowhere'\n    hint: write it ('web-1: {host: 10.0.0.5, user: admin}' is a line)",
        ),
        (&["web1", "test.ping", "--program", "/etc/passwd"], 1, "is not a Linux program"),
        (&["-L", "-E", "web1", "test.ping"], 64, "read in one way"),
    ] {
        let refused = sshd.run(words);
        assert!(refused.code == Some(code) && refused.stderr.contains(said), "{words:?}: {refused:?}");
    }
    sshd.roster("bad: {host: '-oProxyCommand=x', usr: me}\n");
    let bad = sshd.run(&["web1", "test.ping"]);
    assert!(
        bad.code == Some(1) && bad.stderr.contains("bad: a roster has no 'usr'; do you mean 'user'?"),
        "{bad:?}"
    );
}
