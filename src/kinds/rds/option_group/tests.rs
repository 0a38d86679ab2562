use aws_sdk_rds::Client;
use aws_sdk_rds::operation::describe_option_groups::DescribeOptionGroupsOutput;
use aws_sdk_rds::operation::modify_option_group::ModifyOptionGroupOutput;
use aws_sdk_rds::types;
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::{Value as Json, json};

use super::diff::Step;
use super::live::Live;
use super::option::{Plain, Sent, There};
use super::spec::Fixed;
use super::want::Want;
use super::*;
use crate::Rds;
use crate::parameter_group::live::Parameter;
use crate::values::Words;
use kind::lookup::AllPromised;
use kind::write_only::WriteOnly;
use kind::{Ask, Lookup, Resource, Source};
use model::plan::changes_to_value;
use model::{Asked, Fields, Minion, Node, Place, Plan, Problems, Reference};

fn declared(arguments: Json) -> (spec::Spec, Problems) {
    let (function, place) = (&spec::FUNCTIONS[0], Place::new("a.sls", 1, 1));
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (OptionGroup::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn all(more: Json) -> Json {
    let mut all = json!({
        "name": "Web", "engine_name": "mysql", "major_engine_version": "8.0", "option_group_description": "web",
    });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

fn want(more: Json) -> Want {
    let (spec, problems) = declared(all(more));
    assert!(problems.is_empty(), "{problems}");
    want::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap()
}

fn parameter(value: &str, default: &str, allowed: &str) -> Parameter {
    let (is_set, value) = (value != default, Some(value.to_owned()));
    Parameter { value, allowed: allowed.to_owned(), is_set, ..Parameter::default() }
}

fn live() -> Live {
    let settings = [
        ("CHUNK_SIZE", parameter("32", "48", "1-48")),
        ("CAS_DISABLED", parameter("0", "0", "0,1")),
        ("AGENT_PASSWORD", parameter("****", "", "")),
        ("PATH", Parameter { is_locked: true, ..parameter("/audit", "", "") }),
    ];
    let memcached = There {
        plain: Plain {
            port: Some(11211),
            version: Some("1.4".to_owned()),
            db_groups: Some(Words::of([""; 0])),
        },
        settings: settings.into_iter().map(|(name, it)| (name.to_owned(), it)).collect(),
        groups: vec!["sg-11111111".into()],
        is_permanent: false,
    };
    let timezone = There { is_permanent: true, ..There::default() };
    Live {
        arn: "arn:web".to_owned(),
        name: "web".to_owned(),
        fixed: Fixed {
            engine: Some("mysql".to_owned()),
            version: Some("8.0".to_owned()),
            description: Some("web".to_owned()),
        },
        options: [("MEMCACHED".to_owned(), memcached), ("Timezone".to_owned(), timezone)].into(),
        tags: Asked::empty(),
    }
}

fn memcached(more: Json) -> Want {
    let mut option = json!({"option_name": "MEMCACHED"});
    option.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    want(json!({"options": [option, {"option_name": "Timezone"}]}))
}

fn changes(plan: &Plan<Step>, side: &str) -> Json {
    changes_to_value(&plan.changes).to_json()[side].clone()
}

#[test]
fn a_new_group_shows_all_and_its_options_follow() {
    let options = json!([
        {"OptionName": "A", "Port": 1, "OptionSettings": [{"Name": "ON", "Value": true}, {"Name": "N", "Value": 2}]},
        {"option_name": "B", "vpc_security_groups": ["sg-22222222"]},
    ]);
    let plan = OptionGroup::diff(&want(json!({"options": options, "tags": {"a": "b"}})), None);
    assert_eq!(
        changes(&plan, "new"),
        json!({
            "option_group": "web", "engine_name": "mysql", "major_engine_version": "8.0",
            "option_group_description": "web", "tags": {"a": "b"},
            "options": {
                "A": {"port": 1, "option_settings": {"ON": true, "N": "2"}},
                "B": {"vpc_security_groups": ["sg-22222222"]},
            },
        })
    );
    let steps: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["create the option group"]);
}

#[test]
fn undeclared_settings_of_an_option_are_kept_and_sent_too() {
    assert_eq!(OptionGroup::diff(&memcached(json!({})), Some(&live())), Plan::nothing());
    let same = json!({"port": 11211, "option_settings": {"CHUNK_SIZE": 32, "CAS_DISABLED": false},
        "vpc_security_groups": ["sg-11111111"]});
    assert_eq!(OptionGroup::diff(&memcached(same), Some(&live())), Plan::nothing());
    let plan = OptionGroup::diff(
        &memcached(json!({"option_settings": {"CAS_DISABLED": true, "AGENT_PASSWORD": "horse"}})),
        Some(&live()),
    );
    assert_eq!(
        changes(&plan, "old"),
        json!({"options": {"MEMCACHED": {"option_settings": {"CAS_DISABLED": "0"}}}})
    );
    let sent = Sent {
        name: "MEMCACHED".to_owned(),
        plain: live().options["MEMCACHED"].plain.clone(),
        settings: [("CHUNK_SIZE", "32"), ("CAS_DISABLED", "1")]
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        secrets: [("AGENT_PASSWORD".to_owned(), WriteOnly::new("horse".to_owned()))].into_iter().collect(),
        groups: Some(vec!["sg-11111111".into()]),
    };
    let modify = Step::Modify { name: "web".to_owned(), include: vec![sent], remove: vec![], at_once: false };
    assert_eq!(plan.steps, [modify]);
}

#[test]
fn a_password_alone_is_not_a_difference_and_never_shown() {
    let declared = json!({"option_settings": {"AGENT_PASSWORD": "horse"}});
    assert_eq!(OptionGroup::diff(&memcached(declared.clone()), Some(&live())), Plan::nothing());
    let mut without = live();
    without.options.remove("MEMCACHED");
    let plan = OptionGroup::diff(&memcached(declared), Some(&without));
    assert!(!format!("{plan:?}").contains("horse"), "{plan:?}");
    let shown = json!({"MEMCACHED": {"option_settings": {"AGENT_PASSWORD": "(hidden)"}}});
    assert_eq!(changes(&plan, "new"), json!({"options": shown}));
}

#[test]
fn truth_waits_until_aws_shows_how_it_writes_it() {
    let mut without = live();
    without.options.remove("MEMCACHED");
    let declared = memcached(json!({"option_settings": {"CAS_DISABLED": true, "CHUNK_SIZE": 16}}));
    let plan = OptionGroup::diff(&declared, Some(&without));
    let [Step::Modify { include, .. }] = &plan.steps[..] else { panic!("{plan:?}") };
    assert_eq!(include[0].settings.keys().collect::<Vec<_>>(), ["CHUNK_SIZE"]);
    assert_eq!(changes(&plan, "new")["options"]["MEMCACHED"]["option_settings"]["CAS_DISABLED"], true);
}

#[test]
fn impossible_changes_are_refused() {
    let mut other =
        want(json!({"options": [{"option_name": "MEMCACHED", "option_settings": {"PATH": "/x"}}]}));
    other.spec.fixed.version = Some("8.4".to_owned());
    let refusals = OptionGroup::diff(&other, Some(&live())).refusals.join("\n");
    for reason in
        ["it is 8.0, and the SLS declares 8.4", "PATH of MEMCACHED cannot be set", "Timezone is permanent"]
    {
        assert!(refusals.contains(reason), "{reason}: {refusals}");
    }
}

#[test]
fn options_left_out_are_not_managed_and_an_empty_list_removes_them_in_one_call() {
    assert_eq!(OptionGroup::diff(&want(json!({})), Some(&live())), Plan::nothing());
    let mut live = live();
    live.options.remove("Timezone");
    let more = json!({"options": [{"option_name": "AUDIT"}], "apply_immediately": true});
    let plan = OptionGroup::diff(&want(more), Some(&live));
    assert_eq!(plan.steps[0].to_string(), "set the options AUDIT and remove MEMCACHED");
    assert!(matches!(&plan.steps[0], Step::Modify { at_once: true, .. }));
    let plan = OptionGroup::diff(&want(json!({"options": []})), Some(&live));
    assert_eq!(plan.steps[0].to_string(), "remove the options MEMCACHED");
    let old = json!({"port": 11211, "option_version": "1.4", "db_security_groups": [], "option_settings": {"CHUNK_SIZE": "32"}});
    assert_eq!(changes(&plan, "old")["options"]["MEMCACHED"], old);
}

#[test]
fn groups_and_roles_that_the_run_makes_are_named_and_nothing_is_given_twice() {
    let option = json!({"option_name": "SQLSERVER_BACKUP_RESTORE", "vpc_security_groups": ["main:web"],
        "option_settings": {"IAM_ROLE_ARN": "backup"}});
    let (spec, _) = declared(all(json!({"options": [option]})));
    let uses: Vec<String> = OptionGroup::uses(&spec).iter().map(ToString::to_string).collect();
    let named = ["vpc 'main'", "security group 'web'", "security group 'main:web'", "role 'backup'"];
    assert_eq!(uses, named);
    let want = want::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap();
    let shown = want.options.unwrap()[0].shown().to_json();
    assert_eq!(shown["option_settings"]["IAM_ROLE_ARN"], "(known after apply)");
    let twice = json!({"options": [{"option_name": "A"}, {"option_name": "A"}]});
    assert!(declared(all(twice)).1.to_string().contains("'A' is given twice"));
}

#[tokio::test]
async fn options_are_read_as_aws_shows_them_and_sent_completely() {
    let groups = mock!(Client::describe_option_groups).then_output(|| {
        let setting = |name: &str, value: &str, default: &str| {
            types::OptionSetting::builder().name(name).value(value).default_value(default).build()
        };
        let in_use =
            types::VpcSecurityGroupMembership::builder().vpc_security_group_id("sg-1").status("active");
        let leaving =
            types::VpcSecurityGroupMembership::builder().vpc_security_group_id("sg-2").status("removing");
        let option = types::Option::builder()
            .option_name("TDE")
            .permanent(true)
            .port(1)
            .option_settings(setting("A", "1", "1"))
            .option_settings(setting("B", "1", "0"))
            .vpc_security_group_memberships(in_use.build())
            .vpc_security_group_memberships(leaving.build());
        let group = types::OptionGroup::builder().option_group_name("web").options(option.build());
        DescribeOptionGroupsOutput::builder().option_groups_list(group.build()).build()
    });
    let set = mock!(Client::modify_option_group)
        .match_requests(|request| {
            let [option] = request.options_to_include() else { return false };
            let [open, secret] = option.option_settings() else { return false };
            (open.value(), secret.value()) == (Some("1"), Some("horse"))
                && option.vpc_security_group_memberships() == ["sg-1"]
                && request.apply_immediately() == Some(true)
                && request.options_to_remove.is_none()
        })
        .then_output(|| ModifyOptionGroupOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &[&groups, &set]));
    let ask = Ask { reference: Reference::new(OptionGroup::KIND, "web"), aspects: Aspects::NONE };
    let answers = OptionGroup::describe(&aws, std::slice::from_ref(&ask)).await;
    let live = answers.0[&ask.reference].as_ref().unwrap().as_ref().unwrap();
    let there = &live.options["TDE"];
    assert!(there.is_permanent && !there.settings["A"].is_set && there.settings["B"].is_set);
    let option = Sent {
        name: "TDE".to_owned(),
        settings: [("B".to_owned(), "1".to_owned())].into_iter().collect(),
        secrets: [("PASSWORD".to_owned(), WriteOnly::new("horse".to_owned()))].into_iter().collect(),
        groups: Some(there.groups.clone()),
        ..Sent::default()
    };
    let step = Step::Modify { name: "web".to_owned(), include: vec![option], remove: vec![], at_once: true };
    OptionGroup::apply(&aws, &step).await.unwrap();
}
