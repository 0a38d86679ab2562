//! The execution functions of ElastiCache: `boto_elasticache.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_elasticache.html>.

mod api;
mod changes;

use futures::future::FutureExt;

use super::cluster::Cluster;
use super::replication_group::ReplicationGroup;
use super::subnet_group::SubnetGroup;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::{Argument, Aspects, Fields, Map, Reference, Shape, Value};

const NAME: Argument = Argument::required("name", Shape::Text, "its name");

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["elasticache"], functions: ALL },
    &Family { labels: &["elasticache"], functions: changes::FUNCTIONS },
];

const ALL: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_elasticache.exists"],
        &[NAME],
        "Returns whether a cache cluster exists.",
        "True or False",
        |ask, fields| exists::<Cluster>(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.group_exists"],
        &[NAME],
        "Returns whether a replication group exists.",
        "True or False",
        |ask, fields| exists::<ReplicationGroup>(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.subnet_group_exists"],
        &[NAME, Argument::optional("tags", Shape::Any, "not used")],
        "Returns whether a cache subnet group exists.",
        "True or False",
        |ask, fields| exists::<SubnetGroup>(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.get_config"],
        &[NAME],
        "Describes a cache cluster; {} when there is none.",
        "a mapping: cache_cluster_id, cache_cluster_status, cache_node_type, engine, num_cache_nodes …; an empty mapping",
        |ask, fields| async move { Ok(or_empty(cluster(ask, fields).await?, "config")) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.get_node_host"],
        &[NAME],
        "Returns the host of the first node of a cache cluster; {} when there is none.",
        "the host as text, None while it has none; an empty mapping",
        |ask, fields| async move { Ok(or_empty(cluster(ask, fields).await?, "host")) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.describe_replication_group"],
        &[NAME, Argument::optional("parameter", Shape::Text, "not used")],
        "Describes a replication group; {} when there is none.",
        "a mapping: replication_group_id, description, status, member_clusters, primary_endpoint, node_groups …; an empty mapping",
        |ask, fields| async move { Ok(or_empty(group(ask, fields).await?, "config")) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.get_group_host"],
        &[NAME],
        "Returns the host of the primary of a replication group; {} when there is none.",
        "the host as text, None while it has none; an empty mapping",
        |ask, fields| async move { Ok(or_empty(group(ask, fields).await?, "host")) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.get_cache_subnet_group"],
        &[NAME],
        "Describes a cache subnet group; False when there is none.",
        "a mapping: cache_subnet_group_name, cache_subnet_group_description, vpc_id, subnets; False",
        |ask, fields| get_subnet_group(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.get_all_cache_subnet_groups"],
        &[NAME_OF_ONE],
        "Lists cache subnet groups as AWS describes them.",
        "a list of mappings: CacheSubnetGroupName, CacheSubnetGroupDescription, VpcId, Subnets",
        |ask, fields| async move { Ok(Value::List(subnet_groups(ask, fields.text("name")).await?)) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elasticache.list_cache_subnet_groups"],
        &[NAME_OF_ONE],
        "Lists the names of cache subnet groups.",
        "a list of names",
        |ask, fields| list_subnet_groups(ask, fields).boxed(),
    ),
];

const NAME_OF_ONE: Argument = Argument::optional("name", Shape::Text, "only that one");

/// Reads what a state of the same thing reads.
async fn exists<S: Source>(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let reference = Reference::new(S::KIND, fields.required_text("name").to_lowercase());
    Ok(ask.find::<S>(reference, Aspects::NONE).await?.is_some().into())
}

fn or_empty(found: Value, key: &str) -> Value {
    if found.is_null() {
        return Value::Map(Map::new());
    }
    found.traverse(key, ":").cloned().unwrap_or_default()
}

async fn cluster(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    Ok(ask.once(("cluster", &name), api::cluster(ask.aws(), &name)).await?)
}

async fn group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    Ok(ask.once(("replication group", &name), api::group(ask.aws(), &name)).await?)
}

async fn subnet_groups(ask: &Asker<'_>, name: Option<String>) -> Result<Vec<Value>, Refusal> {
    let found = ask.once(("subnet groups", &name), api::subnet_groups(ask.aws(), name.as_deref())).await?;
    Ok(found.as_list().unwrap_or_default().to_vec())
}

async fn list_subnet_groups(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = subnet_groups(ask, fields.text("name")).await?;
    let names = found.iter().filter_map(|group| group.traverse("CacheSubnetGroupName", ":").cloned());
    Ok(Value::List(names.collect()))
}

async fn get_subnet_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = subnet_groups(ask, Some(fields.required_text("name"))).await?;
    let Some(group) = found.first() else { return Ok(false.into()) };
    let of = |key: &str| group.traverse(key, ":").cloned().unwrap_or_default();
    let subnets = of("Subnets");
    let text = |subnet: &Value, key: &str| {
        subnet.traverse(key, ":").and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let zone = |subnet: &Value| {
        (text(subnet, "SubnetIdentifier"), Value::from(text(subnet, "SubnetAvailabilityZone:Name")))
    };
    let pairs = [
        ("cache_subnet_group_name", of("CacheSubnetGroupName")),
        ("cache_subnet_group_description", of("CacheSubnetGroupDescription")),
        ("vpc_id", of("VpcId")),
        ("subnets", subnets.as_list().unwrap_or_default().iter().map(zone).collect()),
    ];
    Ok(pairs.into_iter().collect())
}
