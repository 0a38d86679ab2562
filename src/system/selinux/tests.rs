use serde_json::{Value as Json, json};

use super::*;
use crate::Step;
use crate::sample::{call, shown};
use machine::selinux::Context;
use model::Verdict;

const CONFIG: &str = "SELINUX=permissive\nSELINUXTYPE=targeted\n";

/// What a call comes to: the outcome of a test run, and what is done.
fn plan(function: &str, name: &str, arguments: &Json, live: Live) -> ((Verdict, String, Json), Vec<String>) {
    call(function, name, arguments, |call| {
        let intent = Selinux::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        (shown(&intent), lines)
    })
}

#[test]
fn a_mode_is_set_where_it_differs() {
    use Mode::{Disabled, Enforcing, Permissive};
    let write = |mode: &str| format!("> /etc/selinux/config {}", CONFIG.replace("permissive", mode));
    for (name, now, lines) in [
        ("permissive", Permissive, vec![]),
        ("enforcing", Permissive, vec![write("enforcing"), "setenforce 1".to_owned()]),
        ("permissive", Enforcing, vec!["setenforce 0".to_owned()]),
        // The kernel cannot change until the machine restarts.
        ("disabled", Permissive, vec![write("disabled")]),
        ("enforcing", Disabled, vec![write("enforcing")]),
        ("permissive", Disabled, vec![]),
    ] {
        let (_, done) = plan("selinux.mode", name, &json!({}), Live::Mode(now, Some(CONFIG.to_owned())));
        assert_eq!(done, lines, "{name} {now:?}");
    }
    let ((_, _, changes), _) =
        plan("selinux.mode", "enforcing", &json!({}), Live::Mode(Enforcing, Some(CONFIG.to_owned())));
    assert_eq!(changes, json!({"old": "Permissive", "new": "Enforcing"}), "the configuration differs");
    let ((verdict, _, _), _) = plan("selinux.mode", "enforcing", &json!({}), Live::Mode(Disabled, None));
    assert_eq!(verdict, Verdict::Failed, "there is nothing to configure");
}

#[test]
fn a_module_is_installed_where_its_file_differs() {
    let module = |digest: Option<&str>| Module {
        is_enabled: true,
        digest: digest.map(str::to_owned),
        ..Module::default()
    };
    let modules = |digest| [("web".to_owned(), module(digest))].into();
    let source = |digest: Option<&str>| {
        Some(module::Source {
            path: "/x/web.pp".into(),
            module: "web".into(),
            digest: digest.map(str::to_owned),
        })
    };
    let lines = |now, wanted| {
        plan("selinux.module_install", "/x/web.pp", &json!({}), Live::Modules(now, source(wanted))).1
    };
    assert_eq!(lines(modules(Some("a")), Some("a")), [""; 0]);
    assert_eq!(lines(modules(Some("a")), Some("b")), ["semodule -i /x/web.pp"]);
    // An old semodule prints no digest.
    assert_eq!(lines(modules(None), Some("b")), [""; 0]);
    assert_eq!(lines(BTreeMap::new(), None), ["semodule -i /x/web.pp"]);
    let arguments = json!({"install": true, "module_state": "Disabled"});
    let (_, lines) =
        plan("selinux.module", "web", &arguments, Live::Modules(BTreeMap::new(), source(Some("b"))));
    assert_eq!(lines, ["semodule -i /x/web.pp", "semodule -d web"]);
    let ((_, comment, _), _) = plan(
        "selinux.module",
        "other",
        &json!({"install": true}),
        Live::Modules(BTreeMap::new(), source(None)),
    );
    assert!(comment.contains("/x/web.pp"), "{comment}");
}

fn rule(path: &str, files: &str, label: &str) -> FileRule {
    FileRule { path: path.to_owned(), files: files.to_owned(), context: Context::read(label) }
}

#[test]
fn the_parts_of_a_label_that_are_declared_are_compared() {
    let rules = || {
        Live::Files(vec![
            rule("/a", "all files", "system_u:object_r:x_t:s0"),
            rule("/a", "all files", "u:object_r:y_t:s0:c1"),
        ])
    };
    let present = |arguments: &Json| plan("selinux.fcontext_policy_present", "/a", arguments, rules());
    assert_eq!(present(&json!({"sel_type": "y_t"})).1, [""; 0], "the last rule counts");
    let ((_, _, changes), lines) =
        present(&json!({"sel_type": "y_t", "sel_user": "v", "sel_level": "s0:c1"}));
    assert_eq!(changes, json!({"old": {"/a": {"sel_user": "u"}}, "new": {"/a": {"sel_user": "v"}}}));
    assert_eq!(lines, ["semanage fcontext --modify --type y_t --seuser v --range s0:c1 /a"]);
    let (_, lines) = present(&json!({"sel_type": "y_t", "filetype": "d"}));
    assert_eq!(lines, ["semanage fcontext --add --ftype d --type y_t /a"]);
    let absent = |arguments: &Json| plan("selinux.fcontext_policy_absent", "/a", arguments, rules()).1;
    assert_eq!(absent(&json!({"sel_type": "x_t"})), [""; 0]);
    assert_eq!(absent(&json!({})), ["semanage fcontext --delete --type y_t /a"]);
    let none = Live::Files(vec![rule("/a", "all files", "<<None>>")]);
    let (_, lines) = plan("selinux.fcontext_policy_present", "/a", &json!({"sel_type": "x_t"}), none);
    assert_eq!(lines, ["semanage fcontext --modify --type x_t /a"]);
}

#[test]
fn files_are_labelled_where_any_label_differs() {
    let labels = |old: &str, new: &str| {
        Live::Labels(vec![Relabel { path: "/a/b".into(), old: old.into(), new: new.into() }])
    };
    let arguments = json!({"recursive": true});
    let ((_, _, changes), lines) =
        plan("selinux.fcontext_policy_applied", "/a", &arguments, labels("u:r:x_t:s0", "u:r:y_t:s0"));
    assert_eq!(changes, json!({"/a/b": {"old": {"sel_type": "x_t"}, "new": {"sel_type": "y_t"}}}));
    assert_eq!(lines, ["restorecon -v -F -R /a"]);
    let ((_, _, changes), _) =
        plan("selinux.fcontext_policy_applied", "/a", &arguments, labels("<no context>", "u:r:y_t:s0"));
    assert_eq!(changes, json!({"/a/b": {"old": "<no context>", "new": "u:r:y_t:s0"}}));
}

#[test]
fn a_port_has_one_type() {
    let rules = || {
        let of = |kind: &str, ports: &[&str]| PortRule {
            kind: kind.to_owned(),
            protocol: "tcp".to_owned(),
            ports: ports.iter().map(|port| (*port).to_owned()).collect(),
        };
        Live::Ports(vec![of("web_t", &["80", "8000-8010"]), of("ssh_t", &["22"])])
    };
    let present =
        |name: &str, arguments: &Json| plan("selinux.port_policy_present", name, arguments, rules());
    assert_eq!(present("tcp/80", &json!({"sel_type": "web_t"})).1, [""; 0]);
    assert_eq!(
        present("x", &json!({"sel_type": "web_t", "protocol": "tcp", "port": "8000-8010"})).1,
        [""; 0]
    );
    let ((_, _, changes), lines) = present("tcp/22", &json!({"sel_type": "web_t", "sel_range": "s0"}));
    assert_eq!(lines, ["semanage port --modify --proto tcp --type web_t --range s0 22"]);
    assert_eq!(changes["old"]["sel_type"], "ssh_t");
    assert_eq!(changes["new"]["port"], "22, 80, 8000-8010");
    assert_eq!(
        present("udp/80", &json!({"sel_type": "web_t"})).1,
        ["semanage port --add --proto udp --type web_t 80"]
    );
    for name in ["80", "icmp/80", "tcp/x", "tcp/70000"] {
        assert_eq!(present(name, &json!({"sel_type": "web_t"})).0.0, Verdict::Failed, "{name}");
    }
    let absent = |arguments: &Json| plan("selinux.port_policy_absent", "tcp/22", arguments, rules()).1;
    assert_eq!(absent(&json!({})), ["semanage port --delete --proto tcp 22"]);
    assert_eq!(absent(&json!({"sel_type": "web_t"})), [""; 0]);
}

#[tokio::test]
async fn what_cannot_be_read_may_be_read_in_the_real_run() {
    let intent = call("selinux.boolean", "x", &json!({"value": true}), |call| {
        Selinux::diff(call, Live::Unread("no semanage".to_owned()))
    });
    assert_eq!(shown(&intent).0, Verdict::WouldChange);
    let Intent::Act { step, .. } = intent else { panic!("an earlier state may install it") };
    let outcome = step.carry_out().await;
    assert_eq!((outcome.verdict, outcome.comment.as_str()), (Verdict::Failed, "no semanage"));
}
