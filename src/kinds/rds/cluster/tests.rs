use aws_sdk_rds::Client;
use aws_sdk_rds::operation::describe_db_clusters::DescribeDbClustersOutput;
use aws_sdk_rds::operation::modify_db_cluster::ModifyDbClusterOutput;
use aws_sdk_rds::types::{
    ClusterPendingModifiedValues, DbCluster, DbClusterMember, ServerlessV2ScalingConfigurationInfo,
};
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::{Value as Json, json};

use super::diff::Step;
use super::live::{Live, described};
use super::want::Want;
use super::*;
use crate::Rds;
use kind::{Ask, Resource, Source};
use model::plan::changes_to_value;
use model::{Aspects, Fields, Minion, Node, Place, Plan, Problems};

fn wanted(function: usize, arguments: Json) -> Want {
    let (function, place) = (&spec::FUNCTIONS[function], Place::new("a.sls", 1, 1));
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = Cluster::read(function, &fields, &Minion::default(), &mut problems);
    assert!(problems.is_empty(), "{problems}");
    Want { spec, groups: None, is_taken: false, leaving: vec![] }
}

fn want(more: Json) -> Want {
    let mut all = json!({
        "name": "Main", "engine": "aurora-postgresql", "master_username": "app", "master_user_password": "correct-horse",
    });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    wanted(0, all)
}

fn cluster() -> aws_sdk_rds::types::builders::DbClusterBuilder {
    DbCluster::builder()
        .db_cluster_identifier("main")
        .db_cluster_arn("arn:main")
        .status("available")
        .engine("aurora-postgresql")
        .engine_version("16.3")
        .master_username("app")
        .port(5432)
        .endpoint("main.cluster.rds")
        .reader_endpoint("main.cluster-ro.rds")
        .db_subnet_group("net")
        .db_cluster_members(DbClusterMember::builder().db_instance_identifier("Main-1").build())
}

fn live() -> Live {
    described(cluster().build())
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
    let plan = Cluster::diff(&want(json!({"database_name": "app", "serverless_v2_max_capacity": 4})), None);
    assert_eq!(
        new(&plan),
        json!({
            "cluster": "main", "engine": "aurora-postgresql", "master_username": "app", "database_name": "app",
            "serverless_v2_max_capacity": 4.0, "master_user_password": "(hidden)",
        })
    );
    assert_eq!(steps(&plan), ["create the cluster"]);
    assert!(!format!("{plan:?}").contains("horse"), "{plan:?}");
}

#[test]
fn differences_are_one_call_and_pending_changes_count() {
    assert_eq!(
        Cluster::diff(&want(json!({"engine_version": "16", "storage_type": "aurora"})), Some(&live())),
        Plan::nothing()
    );
    let pending = ClusterPendingModifiedValues::builder().engine_version("17.2").build();
    let waiting = described(cluster().pending_modified_values(pending).build());
    let newer = json!({"engine_version": "17", "allow_major_version_upgrade": true});
    assert_eq!(Cluster::diff(&want(newer.clone()), Some(&waiting)), Plan::nothing());
    let plan = Cluster::diff(&want(newer), Some(&live()));
    assert_eq!(steps(&plan), ["change the cluster"]);
    assert!(plan.warnings[0].starts_with("AWS may change engine_version only"), "{:?}", plan.warnings);
}

#[test]
fn both_bounds_of_serverless_are_sent_when_one_differs() {
    let range = ServerlessV2ScalingConfigurationInfo::builder().min_capacity(0.5).max_capacity(2.0).build();
    let live = described(cluster().serverless_v2_scaling_configuration(range).build());
    let more = want(json!({"serverless_v2_min_capacity": 0.5, "serverless_v2_max_capacity": 8}));
    let plan = Cluster::diff(&more, Some(&live));
    assert_eq!(new(&plan), json!({"serverless_v2_max_capacity": 8.0}));
    let Step::Modify { changed, .. } = &plan.steps[0] else { panic!("{plan:?}") };
    assert!(changed.settings.least.is_some() && changed.settings.most.is_some());
}

#[test]
fn impossible_changes_are_refused() {
    let plan = Cluster::diff(&want(json!({"db_subnet_group_name": "other"})), Some(&live()));
    assert!(plan.refusals[0].contains("it is net, and the SLS declares other"), "{:?}", plan.refusals);
}

#[test]
fn a_cluster_is_deleted_after_its_instances_with_a_final_snapshot() {
    let last = wanted(1, json!({"name": "main", "final_db_snapshot_identifier": "main-last"}));
    let plan = Cluster::diff(&last, Some(&live()));
    assert!(
        plan.steps.is_empty() && plan.busy.as_deref().is_some_and(|what| what.contains("main-1")),
        "{plan:?}"
    );
    let run = Want { leaving: vec!["main-1".to_owned()], ..last.clone() };
    assert_eq!(
        steps(&Cluster::diff(&run, Some(&live()))),
        ["delete the cluster after the snapshot main-last"]
    );
    let taken = Want { is_taken: true, ..run };
    let plan = Cluster::diff(&taken, Some(&live()));
    assert!(plan.refusals[0].contains("main-last already exists"), "{:?}", plan.refusals);
    let going = Live { status: "deleting".to_owned(), ..live() };
    assert!(Cluster::diff(&taken, Some(&going)).deleting.is_some());
}

#[test]
fn changes_wait_until_aws_is_ready() {
    let busy = Live { status: "modifying".to_owned(), ..live() };
    let plan = Cluster::diff(&want(json!({"port": 1})), Some(&busy));
    assert!(plan.steps.is_empty() && plan.busy.as_deref() == Some("modifying"), "{plan:?}");
    let made = Live { status: "creating".to_owned(), ..live() };
    assert!(Cluster::diff(&want(json!({"wait_status": "available"})), Some(&made)).busy.is_some());
    assert_eq!(Cluster::diff(&want(json!({})), Some(&made)), Plan::nothing(), "no wait");
}

#[tokio::test]
async fn a_cluster_is_read_with_its_tags_and_changed_in_one_call() {
    let read = mock!(Client::describe_db_clusters)
        .match_requests(|request| request.db_cluster_identifier() == Some("main"))
        .then_output(|| DescribeDbClustersOutput::builder().db_clusters(cluster().build()).build());
    let modify = mock!(Client::modify_db_cluster)
        .match_requests(|request| {
            request.port() == Some(5433)
                && request.apply_immediately() == Some(true)
                && request.master_user_password().is_none()
        })
        .then_output(|| ModifyDbClusterOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &[&read, &modify]));
    let ask = Ask { reference: Reference::new(Cluster::KIND, "main"), aspects: Aspects::NONE };
    let answers = Cluster::describe(&aws, std::slice::from_ref(&ask)).await;
    let live = answers.0[&ask.reference].as_ref().unwrap().as_ref().unwrap();
    assert_eq!(live.attribute("reader_address"), Some("main.cluster-ro.rds".into()));
    let plan = Cluster::diff(&want(json!({"port": 5433, "apply_immediately": true})), Some(live));
    Cluster::apply(&aws, &plan.steps[0]).await.unwrap();
}
