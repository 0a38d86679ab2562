//! Canned replies.

use aws_sdk_elasticache::Client;
use aws_sdk_elasticache::operation::describe_cache_clusters::{
    DescribeCacheClustersError, DescribeCacheClustersOutput,
};
use aws_sdk_elasticache::operation::describe_replication_groups::{
    DescribeReplicationGroupsError, DescribeReplicationGroupsOutput,
};
use aws_sdk_elasticache::types::{
    AutomaticFailoverStatus, CacheCluster, PendingAutomaticFailoverStatus, PendingModifiedValues,
    ReplicationGroup as Found, ReplicationGroupPendingModifiedValues,
};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::ElastiCache;
use aws::Fault;

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(ReplicationGroup::KIND, name), aspects }
}

fn page(name: &str, marker: Option<&str>) -> DescribeReplicationGroupsOutput {
    let group = Found::builder()
        .replication_group_id(name)
        .arn(format!("arn:{name}"))
        .status("available")
        .cache_node_type("cache.t4g.small")
        .member_clusters(format!("{name}-001"))
        .member_clusters(format!("{name}-002"))
        .build();
    let page = DescribeReplicationGroupsOutput::builder().replication_groups(group);
    page.set_marker(marker.map(str::to_owned)).build()
}

#[tokio::test]
async fn the_first_member_is_read_only_for_settings_that_only_it_shows() {
    let groups = mock!(Client::describe_replication_groups)
        .match_requests(|it| it.replication_group_id() == Some("web"))
        .then_output(|| page("web", None));
    let member = mock!(Client::describe_cache_clusters)
        .match_requests(|it| it.cache_cluster_id() == Some("web-001"))
        .then_output(|| {
            let cluster = CacheCluster::builder()
                .cache_cluster_id("web-001")
                .cache_node_type("cache.t4g.micro")
                .engine_version("7.1.0")
                .build();
            DescribeCacheClustersOutput::builder().cache_clusters(cluster).build()
        });
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&groups, &member]));
    for (aspects, calls, version) in [(Aspects::NONE, 0, None), (MEMBERS, 1, Some("7.1.0"))] {
        let ask = ask("web", aspects);
        let mut answers = ReplicationGroup::describe(&aws, std::slice::from_ref(&ask)).await;
        let live = answers.0.swap_remove(&ask.reference).unwrap().unwrap().unwrap();
        assert_eq!(member.num_calls(), calls);
        assert_eq!(live.settings.engine_version.as_deref(), version);
        assert_eq!(live.settings.node_type.as_deref(), Some("cache.t4g.small"));
    }
}

#[tokio::test]
async fn many_groups_are_read_from_all_pages_of_one_listing() {
    let first = mock!(Client::describe_replication_groups)
        .match_requests(|it| it.replication_group_id().is_none() && it.marker().is_none())
        .then_output(|| page("a", Some("more")));
    let second = mock!(Client::describe_replication_groups)
        .match_requests(|it| it.marker() == Some("more"))
        .then_output(|| page("e", None));
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&first, &second]));
    let asks = ["a", "b", "c", "d", "e"].map(|name| ask(name, Aspects::NONE));
    let answers = ReplicationGroup::describe(&aws, &asks).await;
    let is_there = asks.clone().map(|ask| answers.0[&ask.reference].as_ref().unwrap().is_some());
    assert_eq!(is_there, [true, false, false, false, true]);
    assert_eq!((first.num_calls(), second.num_calls()), (1, 1));
}

#[tokio::test]
async fn not_found_is_absence_and_denied_is_not_by_name_or_in_a_crowd() {
    for (code, crowd, is_absent) in
        [("ReplicationGroupNotFoundFault", 1, true), ("AccessDenied", 1, false), ("AccessDenied", 5, false)]
    {
        let rule = mock!(Client::describe_replication_groups).then_error(move || {
            DescribeReplicationGroupsError::generic(ErrorMetadata::builder().code(code).build())
        });
        let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&rule]));
        let asks: Vec<Ask> = (0..crowd).map(|it| ask(&format!("web-{it}"), Aspects::NONE)).collect();
        let answers = ReplicationGroup::describe(&aws, &asks).await;
        for ask in &asks {
            match &answers.0[&ask.reference] {
                Ok(found) => assert!(is_absent && found.is_none(), "{code}"),
                Err(error) => assert!(!is_absent && error.fault == Fault::Denied, "{code}: {error}"),
            }
        }
    }
}

#[tokio::test]
async fn a_member_that_may_not_be_read_is_not_ignored() {
    let groups = mock!(Client::describe_replication_groups).then_output(|| page("web", None));
    let denied = mock!(Client::describe_cache_clusters).then_error(|| {
        DescribeCacheClustersError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&groups, &denied]));
    let ask = ask("web", MEMBERS);
    let answers = ReplicationGroup::describe(&aws, std::slice::from_ref(&ask)).await;
    assert_eq!(answers.0[&ask.reference].as_ref().unwrap_err().fault, Fault::Denied);
}

#[tokio::test]
async fn a_member_shows_a_pending_node_type_which_is_not_planned_again() {
    let groups = mock!(Client::describe_replication_groups).then_output(|| page("web", None));
    let member = mock!(Client::describe_cache_clusters).then_output(|| {
        let pending = PendingModifiedValues::builder().cache_node_type("cache.t4g.medium").build();
        let cluster = CacheCluster::builder()
            .cache_cluster_id("web-001")
            .cache_node_type("cache.t4g.small")
            .pending_modified_values(pending);
        DescribeCacheClustersOutput::builder().cache_clusters(cluster.build()).build()
    });
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&groups, &member]));
    let want = want(serde_json::json!({
        "cache_node_type": "cache.t4g.medium", "apply_immediately": false, "replication_group_description": "",
    }));
    let ask = ask("web", ReplicationGroup::aspects(&want));
    let answers = ReplicationGroup::describe(&aws, std::slice::from_ref(&ask)).await;
    let mut live = answers.0[&ask.reference].clone().unwrap().unwrap();
    live.group.description = Some(String::new());
    assert_eq!(ReplicationGroup::diff(&want, Some(&live)), Plan::nothing());
}

#[tokio::test]
async fn failover_that_is_pending_counts() {
    let groups = mock!(Client::describe_replication_groups).then_output(|| {
        let pending = ReplicationGroupPendingModifiedValues::builder()
            .automatic_failover_status(PendingAutomaticFailoverStatus::Enabled);
        let group = Found::builder()
            .replication_group_id("web")
            .automatic_failover(AutomaticFailoverStatus::Disabled)
            .pending_modified_values(pending.build());
        DescribeReplicationGroupsOutput::builder().replication_groups(group.build()).build()
    });
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&groups]));
    let ask = ask("web", Aspects::NONE);
    let answers = ReplicationGroup::describe(&aws, std::slice::from_ref(&ask)).await;
    assert_eq!(answers.0[&ask.reference].clone().unwrap().unwrap().group.failover, Some(true));
}
