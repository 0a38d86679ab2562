use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

type Shown = (Verdict, String, Json, Vec<String>);

fn plan(function: &str, name: &str, arguments: &Json, seen: Result<Present, String>) -> Shown {
    call(function, name, arguments, |call| {
        let intent = Rabbitmq::diff(call, Live { node: Node::default(), seen });
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, changes) = shown(&intent);
        (verdict, comment, changes, lines)
    })
}

fn known(tags: &[&str], permissions: &[[&str; 4]], is_same: bool) -> Result<Present, String> {
    let permission = |it: &[&str; 4]| {
        let [vhost, configure, write, read] = it.map(str::to_owned);
        machine::rabbitmq::Permission { vhost, configure, write, read }
    };
    Ok(Present::User(Some(user::Known {
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        permissions: permissions.iter().map(permission).collect(),
        is_same,
    })))
}

#[test]
fn a_new_user_has_all_at_once_and_a_test_run_shows_it() {
    let arguments = json!({"password": "s3cret", "tags": "a b", "perms": [{"/": ["", "^x$", ".*"]}]});
    let (verdict, comment, changes, lines) =
        plan("rabbitmq_user.present", "web", &arguments, Ok(Present::User(None)));
    assert_eq!((verdict, comment.as_str()), (Verdict::WouldChange, "User 'web' is set to be created."));
    assert_eq!(
        changes,
        json!({
            "user": {"old": "", "new": "web"},
            "tags": {"old": [], "new": ["a", "b"]},
            "perms": {"new": {"/": {"configure": "", "write": "^x$", "read": ".*"}}},
        })
    );
    assert_eq!(
        lines,
        [
            "rabbitmqctl --quiet add_user -- web",
            "rabbitmqctl --quiet set_user_tags -- web a b",
            "rabbitmqctl --quiet set_permissions -p / -- web  ^x$ .*",
        ]
    );
}

#[test]
fn nobody_logs_in_as_a_user_without_a_password() {
    let (_, _, _, lines) = plan("rabbitmq_user.present", "web", &json!({}), Ok(Present::User(None)));
    assert_eq!(lines, ["rabbitmqctl --quiet add_user -- web", "rabbitmqctl --quiet clear_password -- web"]);
    for password in ["", " x", "x ", "a\nb"] {
        let arguments = json!({"password": password});
        let (verdict, ..) = plan("rabbitmq_user.present", "web", &arguments, Ok(Present::User(None)));
        assert_eq!(verdict, Verdict::Failed, "{password:?}");
    }
}

#[test]
fn only_what_differs_of_a_user_is_changed() {
    let arguments = json!({"password": "s3cret", "tags": ["b", "a"], "perms": [{"/": ["", "", ""]}, {"shop": ["x", "y", "z"]}]});
    let there = |is_same, last| known(&["a", "b"], &[["/", "", "", ""], ["shop", "x", "y", last]], is_same);
    let (verdict, comment, ..) = plan("rabbitmq_user.present", "web", &arguments, there(true, "z"));
    assert_eq!((verdict, comment.as_str()), (Verdict::Succeeded, "'web' is already in the desired state."));
    let (_, _, changes, lines) = plan("rabbitmq_user.present", "web", &arguments, there(false, "other"));
    assert_eq!(
        lines,
        [
            "rabbitmqctl --quiet change_password -- web",
            "rabbitmqctl --quiet set_permissions -p shop -- web x y z"
        ]
    );
    let shop = |read: &str| json!({"shop": {"configure": "x", "write": "y", "read": read}});
    assert_eq!(changes["perms"], json!({"old": shop("other"), "new": shop("z")}));
    assert_eq!(changes["password"], json!({"old": "", "new": "Set password."}));
    let (_, _, _, lines) =
        plan("rabbitmq_user.present", "web", &json!({"tags": []}), known(&["a"], &[], true));
    assert_eq!(lines, ["rabbitmqctl --quiet set_user_tags -- web"]);
}

#[test]
fn a_policy_is_compared_by_what_it_means() {
    let policy = |definition: Json| {
        Ok(Present::Policy(Some(Policy {
            name: "p".into(),
            pattern: "x".into(),
            apply_to: "queues".into(),
            definition,
            priority: 0,
        })))
    };
    let arguments = json!({"pattern": "x", "definition": {"a": 1, "b": [2]}});
    for definition in [json!({"b": [2], "a": 1}), json!("{ \"b\": [2], \"a\": 1 }")] {
        let (verdict, ..) = plan("rabbitmq_policy.present", "p", &arguments, policy(definition));
        assert_eq!(verdict, Verdict::Succeeded);
    }
    // What is left out stays as it is.
    let (_, _, changes, lines) = plan("rabbitmq_policy.present", "p", &arguments, policy(json!("{\"a\":1}")));
    assert_eq!(
        lines,
        [r#"rabbitmqctl --quiet set_policy -p / --priority 0 --apply-to queues -- p x {"a":1,"b":[2]}"#]
    );
    assert_eq!(changes["new"], json!(["Definition"]));
    let wrong = json!({"pattern": "x", "definition": "a: 1"});
    assert_eq!(plan("rabbitmq_policy.present", "p", &wrong, Ok(Present::Policy(None))).0, Verdict::Failed);
}

#[test]
fn a_password_of_an_upstream_is_shown_nowhere() {
    let parameter = |uri: &str| {
        let value = json!({"uri": uri, "max-hops": 1}).to_string();
        Ok(Present::Upstream(Some(Parameter {
            component: upstream::COMPONENT.into(),
            name: "up".into(),
            value: value.into(),
        })))
    };
    let uri = "amqps://me:n3w@x@host/shop?verify=none";
    let arguments = json!({"uri": uri, "max_hops": "1", "expires": 0});
    let (verdict, ..) = plan("rabbitmq_upstream.present", "up", &arguments, parameter(uri));
    assert_eq!(verdict, Verdict::Succeeded);
    let (_, _, changes, lines) =
        plan("rabbitmq_upstream.present", "up", &arguments, parameter("amqp://me:0ld@host"));
    assert_eq!(
        changes,
        json!({"old": {"uri": "amqp://me:(hidden)@host"}, "new": {"uri": "amqps://me:(hidden)@host/shop?verify=none"}})
    );
    assert_eq!(lines, ["rabbitmqctl --quiet import_definitions"]);
    let two = json!({"uri": "amqp://me:0ld@a amqp://b"});
    let (_, _, changes, _) = plan("rabbitmq_upstream.present", "up", &two, Ok(Present::Upstream(None)));
    assert_eq!(changes["new"], json!({"uri": ["amqp://me:(hidden)@a", "amqp://b"]}));
}

#[test]
fn a_plugin_that_another_one_needs_is_enabled() {
    let plugin = |enabled| Ok(Present::Plugin(Some(enabled)));
    let disabled = |seen| plan("rabbitmq_plugin.disabled", "x", &json!({}), seen);
    assert_eq!(disabled(plugin(Enabled::Implicit)).0, Verdict::WouldChange);
    assert_eq!(disabled(plugin(Enabled::NotEnabled)).0, Verdict::Succeeded);
    let lines = disabled(plugin(Enabled::Enabled)).3;
    assert!(lines.len() == 1 && lines[0].ends_with("rabbitmq-plugins --quiet disable -- x"), "{lines:?}");
    let (verdict, ..) = plan("rabbitmq_plugin.enabled", "x", &json!({}), plugin(Enabled::Implicit));
    assert_eq!(verdict, Verdict::Succeeded);
}

#[test]
fn a_node_is_in_a_cluster_by_its_whole_name() {
    let joined = |members: Result<Vec<String>, String>| {
        call("rabbitmq_cluster.joined", "c", &json!({"host": "a"}), |call| {
            let live = cluster::Members { node: Node::default(), members };
            shown(&Cluster::diff(call, live))
        })
    };
    assert_eq!(joined(Ok(vec!["rabbit@a".into()])).0, Verdict::Succeeded);
    let (verdict, comment, changes) = joined(Ok(vec!["rabbit@ab".into()]));
    assert_eq!((verdict, comment.as_str()), (Verdict::WouldChange, "Node is set to join cluster rabbit@a"));
    assert_eq!(changes, json!({"old": "", "new": "rabbit@a"}));
    assert_eq!(joined(Err("no node".into())).0, Verdict::WouldChange);
}

#[test]
fn a_node_that_does_not_answer_may_in_the_real_run() {
    for (function, arguments) in [
        ("rabbitmq_user.present", json!({"password": "x"})),
        ("rabbitmq_user.absent", json!({})),
        ("rabbitmq_vhost.present", json!({})),
        ("rabbitmq_vhost.absent", json!({})),
        ("rabbitmq_policy.present", json!({"pattern": "x", "definition": "{}"})),
        ("rabbitmq_policy.absent", json!({})),
        ("rabbitmq_plugin.enabled", json!({})),
        ("rabbitmq_plugin.disabled", json!({})),
        ("rabbitmq_upstream.present", json!({"uri": "amqp://x"})),
        ("rabbitmq_upstream.absent", json!({})),
    ] {
        let (verdict, _, _, lines) = plan(function, "x", &arguments, Err("no node".into()));
        assert_eq!((verdict, lines.as_slice()), (Verdict::WouldChange, &[] as &[String]), "{function}");
    }
}
