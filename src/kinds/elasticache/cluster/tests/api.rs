//! Canned replies.

use aws_sdk_elasticache::Client;
use aws_sdk_elasticache::operation::describe_cache_clusters::{
    DescribeCacheClustersError, DescribeCacheClustersOutput,
};
use aws_sdk_elasticache::operation::list_tags_for_resource::{
    ListTagsForResourceError, ListTagsForResourceOutput,
};
use aws_sdk_elasticache::types::{CacheCluster, PendingModifiedValues, Tag};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::ElastiCache;
use aws::Fault;

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(Cluster::KIND, name), aspects }
}

fn page(name: &str, marker: Option<&str>) -> DescribeCacheClustersOutput {
    let cluster = CacheCluster::builder()
        .cache_cluster_id(name)
        .arn(format!("arn:{name}"))
        .cache_cluster_status("available")
        .engine("Memcached")
        .build();
    let page = DescribeCacheClustersOutput::builder().cache_clusters(cluster);
    page.set_marker(marker.map(str::to_owned)).build()
}

#[tokio::test]
async fn a_few_clusters_are_read_by_name_and_their_tags_only_on_request() {
    let one = mock!(Client::describe_cache_clusters)
        .match_requests(|it| it.cache_cluster_id() == Some("a"))
        .then_output(|| page("a", None));
    let other = mock!(Client::describe_cache_clusters)
        .match_requests(|it| it.cache_cluster_id() == Some("b"))
        .then_output(|| page("b", None));
    let tags = mock!(Client::list_tags_for_resource)
        .match_requests(|it| it.resource_name() == Some("arn:b"))
        .then_output(|| {
            let tag = Tag::builder().key("team").value("a").build();
            ListTagsForResourceOutput::builder().tag_list(tag).build()
        });
    let aws =
        canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&one, &other, &tags]));
    let asks = [ask("a", Aspects::NONE), ask("b", TAGS)];
    let answers = Cluster::describe(&aws, &asks).await;
    let tags_of = |ask: &Ask| answers.0[&ask.reference].clone().unwrap().unwrap().tags;
    assert_eq!(tags_of(&asks[0]), Asked::NotAsked);
    assert_eq!(tags_of(&asks[1]), Asked::Answer([("team".to_owned(), "a".to_owned())].into()));
    assert_eq!((one.num_calls(), other.num_calls(), tags.num_calls()), (1, 1, 1));
}

#[tokio::test]
async fn many_clusters_are_read_from_all_pages_of_one_listing() {
    let first = mock!(Client::describe_cache_clusters)
        .match_requests(|it| it.cache_cluster_id().is_none() && it.marker().is_none())
        .then_output(|| page("a", Some("more")));
    let second = mock!(Client::describe_cache_clusters)
        .match_requests(|it| it.marker() == Some("more"))
        .then_output(|| page("e", None));
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&first, &second]));
    let asks = ["a", "b", "c", "d", "e"].map(|name| ask(name, Aspects::NONE));
    let answers = Cluster::describe(&aws, &asks).await;
    let is_there = asks.clone().map(|ask| answers.0[&ask.reference].as_ref().unwrap().is_some());
    assert_eq!(is_there, [true, false, false, false, true]);
    assert_eq!((first.num_calls(), second.num_calls()), (1, 1));
}

#[tokio::test]
async fn not_found_is_absence_and_denied_is_not_by_name_or_in_a_crowd() {
    for (code, crowd, is_absent) in
        [("CacheClusterNotFound", 1, true), ("AccessDenied", 1, false), ("AccessDenied", 5, false)]
    {
        let rule = mock!(Client::describe_cache_clusters).then_error(move || {
            DescribeCacheClustersError::generic(ErrorMetadata::builder().code(code).build())
        });
        let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&rule]));
        let asks: Vec<Ask> = (0..crowd).map(|it| ask(&format!("web-{it}"), Aspects::NONE)).collect();
        let answers = Cluster::describe(&aws, &asks).await;
        for ask in &asks {
            match &answers.0[&ask.reference] {
                Ok(found) => assert!(is_absent && found.is_none(), "{code}"),
                Err(error) => assert!(!is_absent && error.fault == Fault::Denied, "{code}: {error}"),
            }
        }
    }
}

#[tokio::test]
async fn tags_that_may_not_be_read_are_not_no_tags() {
    let found = mock!(Client::describe_cache_clusters).then_output(|| page("a", None));
    let denied = mock!(Client::list_tags_for_resource).then_error(|| {
        ListTagsForResourceError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&found, &denied]));
    let ask = ask("a", TAGS);
    let answers = Cluster::describe(&aws, std::slice::from_ref(&ask)).await;
    assert_eq!(answers.0[&ask.reference].as_ref().unwrap_err().fault, Fault::Denied);
}

#[tokio::test]
async fn tags_are_not_read_before_the_cluster_is_available() {
    for (status, calls) in [("creating", 0), ("modifying", 0), ("snapshotting", 0), ("available", 1)] {
        let found = mock!(Client::describe_cache_clusters).then_output(move || {
            let cluster =
                CacheCluster::builder().cache_cluster_id("a").arn("arn:a").cache_cluster_status(status);
            DescribeCacheClustersOutput::builder().cache_clusters(cluster.build()).build()
        });
        let tags = mock!(Client::list_tags_for_resource)
            .then_output(|| ListTagsForResourceOutput::builder().build());
        let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&found, &tags]));
        let ask = ask("a", TAGS);
        let answers = Cluster::describe(&aws, std::slice::from_ref(&ask)).await;
        let live = answers.0[&ask.reference].clone().unwrap().unwrap();
        assert_eq!((tags.num_calls(), live.tags.answer().is_some()), (calls, calls == 1), "{status}");
    }
}

#[tokio::test]
async fn pending_values_count_as_set() {
    let found = mock!(Client::describe_cache_clusters).then_output(|| {
        let pending = PendingModifiedValues::builder()
            .cache_node_type("cache.t4g.medium")
            .num_cache_nodes(3)
            .engine_version("1.6.22");
        let cluster = CacheCluster::builder()
            .cache_cluster_id("a")
            .cache_cluster_status("available")
            .cache_node_type("cache.t4g.micro")
            .num_cache_nodes(1)
            .engine_version("1.6.12")
            .preferred_availability_zone("us-east-1a")
            .pending_modified_values(pending.build());
        DescribeCacheClustersOutput::builder().cache_clusters(cluster.build()).build()
    });
    let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::MatchAny, &[&found]));
    let ask = ask("a", Aspects::NONE);
    let answers = Cluster::describe(&aws, std::slice::from_ref(&ask)).await;
    let live = answers.0[&ask.reference].clone().unwrap().unwrap();
    let more = serde_json::json!({
        "name": "a", "cache_node_type": "cache.t4g.medium", "num_cache_nodes": 3, "engine_version": "1.6.22",
        "az_mode": "cross-az", "apply_immediately": false,
    });
    assert_eq!(Cluster::diff(&spec(more), Some(&live)), Plan::nothing());
}
