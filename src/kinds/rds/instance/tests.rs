use aws_sdk_rds::Client;
use aws_sdk_rds::operation::create_db_instance::CreateDbInstanceOutput;
use aws_sdk_rds::operation::describe_db_instances::DescribeDbInstancesOutput;
use aws_sdk_rds::operation::modify_db_instance::ModifyDbInstanceOutput;
use aws_sdk_rds::types::{
    DbInstance, DbParameterGroupStatus, DbSubnetGroup, Endpoint, OptionGroupMembership,
    PendingModifiedValues, VpcSecurityGroupMembership,
};
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::{Value as Json, json};

use super::diff::Step;
use super::live::{Live, described};
use super::want::{Ties, Want};
use super::*;
use crate::Rds;
use kind::{AllPromised, Ask, Lookup, Resource, Source};
use model::plan::changes_to_value;
use model::{Aspects, Fields, Minion, Node, Place, Plan, Problems};

fn declared(function: usize, arguments: Json) -> (spec::Spec, Problems) {
    let (function, place) = (&spec::FUNCTIONS[function], Place::new("a.sls", 1, 1));
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (Instance::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn wanted(function: usize, arguments: Json) -> Want {
    let (spec, problems) = declared(function, arguments);
    assert!(problems.is_empty(), "{problems}");
    Want { spec, ties: Ties::default(), is_taken: false }
}

const PRESENT: usize = 0;
const REPLICA: usize = 1;
const ABSENT: usize = 2;

fn want(more: Json) -> Want {
    let mut all = json!({
        "name": "Web", "engine": "Postgres", "db_instance_class": "db.t4g.small", "allocated_storage": 20,
        "master_username": "app", "master_user_password": "correct-horse",
    });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    wanted(PRESENT, all)
}

fn instance() -> aws_sdk_rds::types::builders::DbInstanceBuilder {
    let group = |id: &str, status: &str| {
        VpcSecurityGroupMembership::builder().vpc_security_group_id(id).status(status).build()
    };
    let options = |name: &str, status: &str| {
        OptionGroupMembership::builder().option_group_name(name).status(status).build()
    };
    DbInstance::builder()
        .db_instance_identifier("web")
        .db_instance_arn("arn:web")
        .db_instance_status("available")
        .engine("postgres")
        .engine_version("16.3")
        .db_instance_class("db.t4g.small")
        .allocated_storage(20)
        .master_username("app")
        .endpoint(Endpoint::builder().address("web.aaa.rds").port(5432).build())
        .preferred_maintenance_window("sun:05:00-sun:06:00")
        .db_subnet_group(DbSubnetGroup::builder().db_subnet_group_name("web").build())
        .db_parameter_groups(DbParameterGroupStatus::builder().db_parameter_group_name("web16").build())
        .vpc_security_groups(group("sg-2", "active"))
        .vpc_security_groups(group("sg-1", "adding"))
        .vpc_security_groups(group("sg-9", "removing"))
        .option_group_memberships(options("old", "pending-removal"))
        .option_group_memberships(options("new", "pending-apply"))
}

fn live() -> Live {
    described(instance().build())
}

fn steps(plan: &Plan<Step>) -> Vec<String> {
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

fn new(plan: &Plan<Step>) -> Json {
    changes_to_value(&plan.changes).to_json()["new"].clone()
}

#[test]
fn a_creation_shows_everything_except_the_password() {
    let plan = Instance::diff(&want(json!({"db_name": "app", "tags": {"a": "b"}})), None);
    assert_eq!(
        new(&plan),
        json!({
            "instance": "web", "engine": "Postgres", "master_username": "app", "db_name": "app",
            "db_instance_class": "db.t4g.small", "allocated_storage": 20, "master_user_password": "(hidden)",
            "tags": {"a": "b"},
        })
    );
    assert_eq!(steps(&plan), ["create the instance"]);
    assert!(!format!("{plan:?}").contains("horse"), "{plan:?}");
}

#[test]
fn no_change_if_aws_has_the_declared_settings_in_any_notation() {
    let same = json!({
        "engine_version": "16", "port": 5432, "db_subnet_group_name": "Web", "db_parameter_group_name": "web16",
        "option_group_name": "new", "preferred_maintenance_window": "Sun:05:00-Sun:06:00", "multi_az": false,
        "publicly_accessible": false, "manage_master_user_password": null,
    });
    let mut want = want(same);
    want.ties.groups = Some(vec!["sg-1".into(), "sg-2".into()]);
    assert_eq!(Instance::diff(&want, Some(&live())), Plan::nothing());
}

#[test]
fn differences_are_one_call_and_pending_changes_are_reported() {
    let mut want = want(json!({"allocated_storage": 40, "copy_tags_to_snapshot": true, "tags": {"a": "b"}}));
    want.ties.groups = Some(vec!["sg-3".into()]);
    let plan = Instance::diff(&want, Some(&live()));
    assert_eq!(steps(&plan), ["change the instance", "tag with a"]);
    let changed = json!({
        "allocated_storage": 40, "copy_tags_to_snapshot": true, "vpc_security_group_ids": ["sg-3"],
        "tags": {"a": "b"},
    });
    assert_eq!(new(&plan), changed);
    let [warning] = &plan.warnings[..] else { panic!("{:?}", plan.warnings) };
    assert!(warning.starts_with("AWS may change allocated_storage only"), "{warning}");
    assert!(warning.contains("(sun:05:00-sun:06:00)"), "{warning}");
}

#[test]
fn pending_changes_count_unless_they_must_be_immediate() {
    let pending = PendingModifiedValues::builder().allocated_storage(40).engine_version("17.2").build();
    let live = described(instance().pending_modified_values(pending).build());
    let more = |now: bool| json!({"allocated_storage": 40, "engine_version": "17", "apply_immediately": now});
    assert_eq!(Instance::diff(&want(more(false)), Some(&live)), Plan::nothing());
    let plan = Instance::diff(&want(more(true)), Some(&live));
    assert_eq!(new(&plan), json!({"allocated_storage": 40, "engine_version": "17"}));
    assert!(plan.warnings.is_empty());
    let Step::Modify { changed, .. } = &plan.steps[0] else { panic!("{plan:?}") };
    assert!(changed.at_once);
    let other = PendingModifiedValues::builder().db_instance_class("db.r6g.16xlarge").build();
    let other = described(instance().pending_modified_values(other).build());
    let plan = Instance::diff(&want(json!({"apply_immediately": true})), Some(&other));
    assert_eq!(steps(&plan), ["change the instance"], "what is pending is taken back");
    let busy = Live { status: "modifying".to_owned(), ..live };
    assert_eq!(Instance::diff(&want(more(true)), Some(&busy)), Plan::nothing(), "AWS is at it");
}

#[test]
fn an_older_version_and_smaller_storage_are_not_changes() {
    let old = want(json!({"engine_version": "16.2", "allocated_storage": 10}));
    let plan = Instance::diff(&old, Some(&live()));
    assert!(plan.steps.is_empty() && plan.changes.is_empty());
    let [version, storage] = &plan.warnings[..] else { panic!("{:?}", plan.warnings) };
    assert!(
        version.contains("already 16.3") && storage.contains("already has 20 GiB"),
        "{version}; {storage}"
    );
}

#[test]
fn impossible_changes_are_refused_with_the_present_value() {
    let plan = Instance::diff(&want(json!({"engine": "mysql", "storage_encrypted": true})), Some(&live()));
    let [engine, encrypted] = &plan.refusals[..] else { panic!("{:?}", plan.refusals) };
    assert!(engine.contains("it is postgres, and the SLS declares mysql"), "{engine}");
    assert!(encrypted.contains("it is False, and the SLS declares True"), "{encrypted}");
    let replica = wanted(REPLICA, json!({"name": "web", "source": "main"}));
    let plan = Instance::diff(&replica, Some(&live()));
    assert!(plan.refusals[0].contains("it is no instance, and the SLS declares main"), "{:?}", plan.refusals);
}

#[test]
fn changes_wait_until_aws_is_ready_and_authors_for_the_status_they_name() {
    let with = |status: &str| Live { status: status.to_owned(), ..live() };
    let waits = want(json!({"wait_status": "available", "timeout": 60}));
    let plan = Instance::diff(&waits, Some(&with("creating")));
    assert!(plan.busy.as_deref() == Some("creating") && plan.deadline.unwrap().as_secs() == 60);
    assert_eq!(Instance::diff(&want(json!({})), Some(&with("creating"))), Plan::nothing(), "no wait");
    let larger = want(json!({"allocated_storage": 40}));
    let plan = Instance::diff(&larger, Some(&with("backing-up")));
    assert!(plan.steps.is_empty() && plan.busy.is_some() && !plan.changes.is_empty());
    assert_eq!(steps(&Instance::diff(&larger, Some(&with("storage-optimization")))), ["change the instance"]);
    assert_eq!(Instance::diff(&waits, Some(&with("available"))), Plan::nothing());
    let plan = Instance::diff(&waits, Some(&with("incompatible-network")));
    assert!(plan.refusals[0].contains("does not change that by itself"), "{:?}", plan.refusals);
    assert!(Instance::diff(&want(json!({})), Some(&with("deleting"))).deleting.is_some());
}

#[test]
fn a_database_is_deleted_with_a_final_snapshot_by_default() {
    let (_, problems) = declared(ABSENT, json!({"name": "web"}));
    assert!(problems.to_string().contains("deletion of a database makes a final snapshot"), "{problems}");
    let last = wanted(ABSENT, json!({"name": "web", "final_db_snapshot_identifier": "Web-Last"}));
    let plan = Instance::diff(&last, Some(&live()));
    assert_eq!(steps(&plan), ["delete the instance after the snapshot web-last"]);
    let taken = Want { is_taken: true, ..last.clone() };
    let plan = Instance::diff(&taken, Some(&live()));
    assert!(plan.refusals[0].contains("web-last already exists"), "{:?}", plan.refusals);
    let going = Live { status: "deleting".to_owned(), ..live() };
    assert!(Instance::diff(&taken, Some(&going)).refusals.is_empty(), "that is its last snapshot");
    let replica = Live { source: Some("main".to_owned()), ..live() };
    assert_eq!(steps(&Instance::diff(&last, Some(&replica))), ["delete the instance"]);
    let skips =
        wanted(ABSENT, json!({"name": "web", "skip_final_snapshot": true, "wait_for_deletion": false}));
    assert_eq!(steps(&Instance::diff(&skips, Some(&live()))), ["delete the instance"]);
    assert_eq!(Instance::diff(&skips, Some(&going)), Plan::nothing());
}

#[test]
fn a_protected_or_busy_one_is_not_deleted() {
    let last = wanted(ABSENT, json!({"name": "web", "skip_final_snapshot": true}));
    let protected = described(instance().deletion_protection(true).build());
    let plan = Instance::diff(&last, Some(&protected));
    assert!(plan.refusals[0].contains("'deletion_protection: False' first"), "{:?}", plan.refusals);
    let busy = Live { status: "creating".to_owned(), ..live() };
    assert!(Instance::diff(&last, Some(&busy)).busy.is_some());
    let failed = Live { status: "failed".to_owned(), ..live() };
    assert_eq!(steps(&Instance::diff(&last, Some(&failed))), ["delete the instance"]);
}

#[test]
fn everything_that_is_named_comes_before() {
    let want = want(json!({
        "db_subnet_group_name": "Net", "db_parameter_group_name": "default.postgres16", "option_group_name": "Opt",
        "vpc_security_groups": ["web", "sg-0a1b2c3d"], "monitoring_role_arn": "rds-monitoring",
    }));
    let uses: Vec<String> =
        Instance::uses(&want.spec).iter().map(|it| format!("{} {}", it.kind, it.name)).collect();
    let named =
        ["rds.subnet_group net", "rds.option_group opt", "iam.role rds-monitoring", "ec2.security_group web"];
    assert_eq!(uses, named);
}

#[test]
fn things_that_the_run_will_create_are_found_by_name() {
    let want = want(json!({
        "db_subnet_group_name": "net", "vpc_security_groups": ["web"], "monitoring_role_arn": "watch",
        "monitoring_interval": 60,
    }));
    let resolved = Instance::resolve(&want.spec, &mut Lookup::new(&AllPromised)).unwrap();
    assert!(resolved.ties.groups.unwrap().iter().all(|group| group.known().is_none()));
    assert!(resolved.ties.role.unwrap().known().is_none());
    assert_eq!(Instance::creation(&want.spec), ["RDS.CreateDBInstance"]);
}

#[test]
fn a_new_instance_needs_a_password_and_a_member_of_a_cluster_does_not() {
    let bare = json!({"name": "web", "engine": "postgres", "db_instance_class": "db.t4g.small"});
    let (_, problems) = declared(PRESENT, bare.clone());
    for name in ["allocated_storage", "master_username"] {
        assert!(problems.to_string().contains(&format!("'{name}' is missing")), "{problems}");
    }
    let mut known = bare.clone();
    known["allocated_storage"] = 20.into();
    known["master_username"] = "app".into();
    let known = wanted(PRESENT, known);
    let refusals = Instance::diff(&known, None).refusals;
    assert!(refusals[0].contains("a new one needs 'master_user_password'"), "{refusals:?}");
    // An existing instance needs no password.
    assert!(Instance::diff(&known, Some(&live())).refusals.is_empty());
    let mut member = bare;
    member["db_cluster_identifier"] = "main".into();
    assert!(Instance::diff(&wanted(PRESENT, member), None).refusals.is_empty());
    let (_, problems) = declared(
        PRESENT,
        json!({
            "name": "web", "engine": "e", "db_instance_class": "c", "allocated_storage": 1, "master_username": "u",
            "master_user_password": "p", "manage_master_user_password": true, "availability_zone": "z", "multi_az": true,
        }),
    );
    assert_eq!(problems.0.len(), 2, "{problems}");
}

#[tokio::test]
async fn instances_and_their_tags_are_one_call() {
    let all = mock!(Client::describe_db_instances)
        .match_requests(|request| {
            request.db_instance_identifier().is_none() && request.max_records() == Some(100)
        })
        .then_output(|| DescribeDbInstancesOutput::builder().db_instances(instance().build()).build());
    let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &[&all]));
    let names = ["a", "b", "c", "d", "web"];
    let ask = |name: &str| Ask { reference: Reference::new(Instance::KIND, name), aspects: Aspects::NONE };
    let asks: Vec<Ask> = names.into_iter().map(ask).collect();
    let answers = Instance::describe(&aws, &asks).await;
    assert!(answers.0[&asks[0].reference].as_ref().unwrap().is_none());
    let live = answers.0[&asks[4].reference].as_ref().unwrap().as_ref().unwrap();
    assert_eq!(live.attribute("address"), Some("web.aaa.rds".into()));
}

#[tokio::test]
async fn a_password_is_sent_and_a_change_has_a_time() {
    let create = mock!(Client::create_db_instance)
        .match_requests(|request| request.master_user_password() == Some("correct-horse"))
        .then_output(|| CreateDbInstanceOutput::builder().build());
    let modify = mock!(Client::modify_db_instance)
        .match_requests(|request| {
            let is_later = request.apply_immediately() == Some(false);
            is_later && request.db_port_number() == Some(5433) && request.master_user_password().is_none()
        })
        .then_output(|| ModifyDbInstanceOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &[&create, &modify]));
    let first = Instance::diff(&want(json!({})), None);
    Instance::apply(&aws, &first.steps[0]).await.unwrap();
    let second = Instance::diff(&want(json!({"port": 5433})), Some(&live()));
    Instance::apply(&aws, &second.steps[0]).await.unwrap();
}
