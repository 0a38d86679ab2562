//! `boto_elasticache.*`: makes and deletes clusters and groups.

use std::future::Future;

use futures::future::FutureExt;

use super::api::{self, NewCluster};
use super::{Cluster, NAME, ReplicationGroup, SubnetGroup};
use crate::replication_group::spec::Removal;
use crate::{cluster, replication_group, subnet_group};
use aws::wait::{Patience, until};
use aws::{ApiError, Fault};
use kind::{Asker, AwsFunction, Refusal, Resource, Source};
use model::{Argument, Aspects, Fields, Ident, Reference, Shape, Value};

/// Arguments that are plain text.
const TEXTS: [&str; 9] = [
    "engine",
    "cache_node_type",
    "replication_group_id",
    "engine_version",
    "cache_parameter_group_name",
    "cache_subnet_group_name",
    "preferred_availability_zone",
    "preferred_maintenance_window",
    "notification_topic_arn",
];
const WAIT: Argument =
    Argument::optional("wait", Shape::Boolean, "wait until the change is done; false if left out");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_elasticache.create"],
        &[
            NAME,
            Argument::optional("num_cache_nodes", Shape::Integer, "how many nodes"),
            Argument::optional("engine", Shape::Text, "redis, valkey or memcached"),
            Argument::optional("cache_node_type", Shape::Text, "cache.t4g.micro …"),
            Argument::optional("replication_group_id", Shape::Text, "the group to join as a replica"),
            Argument::optional("engine_version", Shape::Text, "the engine's version"),
            Argument::optional("cache_parameter_group_name", Shape::Text, "the parameter group"),
            Argument::optional("cache_subnet_group_name", Shape::Text, "the subnet group"),
            Argument::optional("cache_security_group_names", Shape::Texts, "groups outside of a VPC"),
            Argument::optional("security_group_ids", Shape::Texts, "ids of security groups"),
            Argument::optional("snapshot_arns", Shape::Texts, "snapshots to restore from"),
            Argument::optional("preferred_availability_zone", Shape::Text, "its zone"),
            Argument::optional("preferred_maintenance_window", Shape::Text, "ddd:hh24:mi-ddd:hh24:mi"),
            Argument::optional("port", Shape::Integer, "its port"),
            Argument::optional("notification_topic_arn", Shape::Text, "the topic for its events"),
            Argument::optional(
                "auto_minor_version_upgrade",
                Shape::Boolean,
                "install minor versions automatically",
            ),
            WAIT,
        ],
        "Makes a cache cluster; False when there is one of that name.",
        "True, or False",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elasticache.delete"],
        &[NAME, WAIT],
        "Deletes a cache cluster; False when there is none.",
        "True, or False",
        |ask, fields| delete(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elasticache.create_replication_group"],
        &[
            NAME,
            Argument::required("primary_cluster_id", Shape::Text, "the cluster that becomes its primary"),
            Argument::required("replication_group_description", Shape::Text, "what it is for"),
            WAIT,
        ],
        "Makes a replication group from a cluster; {} when there is one of that name, or no such cluster.",
        "True, or an empty mapping",
        |ask, fields| create_group(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elasticache.delete_replication_group"],
        &[NAME],
        "Deletes a replication group; False when there is none.",
        "True, or False",
        |ask, fields| delete_group(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elasticache.create_subnet_group"],
        &[
            NAME,
            Argument::required("description", Shape::Text, "what it is for"),
            Argument::optional("subnet_ids", Shape::Texts, "its subnets, by id"),
            Argument::optional("subnet_names", Shape::Texts, "its subnets, by Name tag"),
            Argument::optional("tags", Shape::Table(&Shape::Text), "its tags"),
        ],
        "Makes a cache subnet group; True also when there is one, False when a subnet does not exist.",
        "True, or False",
        |ask, fields| create_subnet_group(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elasticache.delete_subnet_group"],
        &[NAME],
        "Deletes a cache subnet group; False when there is none.",
        "True, or False",
        |ask, fields| delete_subnet_group(ask, fields).boxed(),
    ),
];

fn name(fields: &Fields) -> String {
    fields.required_text("name").to_lowercase()
}

async fn is_there<S: Source>(ask: &Asker<'_>, name: &str) -> Result<bool, ApiError> {
    Ok(ask.find::<S>(Reference::new(S::KIND, name), Aspects::NONE).await?.is_some())
}

/// Waits until the thing under `config` has that status; a thing that is gone counts as well.
async fn settle<F>(read: impl Fn() -> F, key: &str, status: &str, name: &str) -> Result<(), Refusal>
where
    F: Future<Output = Result<Value, ApiError>>,
{
    let path = format!("config:{key}");
    let look = || async {
        let found = read().await?;
        let now = found.traverse(&path, ":").and_then(Value::as_str);
        Ok::<_, ApiError>(now.is_none_or(|now| now == status).then_some(()))
    };
    let waited = until(Patience::SETTLED, look).await?;
    waited.map_err(|waited| {
        let message = format!("it was not {status} {waited}");
        Refusal::from(ApiError::found("Describe", name, Fault::NoAnswer, message))
    })
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let new = NewCluster {
        name: name(fields),
        texts: TEXTS.iter().filter_map(|name| Some((*name, fields.text(name)?))).collect(),
        nodes: fields.integer32("num_cache_nodes"),
        port: fields.integer32("port"),
        minor_upgrades: fields.boolean("auto_minor_version_upgrade"),
        old_groups: fields.texts("cache_security_group_names"),
        groups: fields.texts("security_group_ids"),
        snapshots: fields.texts("snapshot_arns"),
    };
    match ask.change(&[Cluster::KIND, ReplicationGroup::KIND], api::create(ask.aws(), &new)).await {
        Err(error) if error.fault == Fault::AlreadyExists => return Ok(false.into()),
        done => done?,
    }
    if fields.boolean("wait") == Some(true) {
        let read = || api::cluster(ask.aws(), &new.name);
        settle(read, "cache_cluster_status", "available", &new.name).await?;
    }
    Ok(true.into())
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = name(fields);
    if !is_there::<Cluster>(ask, &id).await? {
        return Ok(false.into());
    }
    let step = cluster::diff::Step::Delete { name: id.clone(), final_snapshot: None };
    ask.change(&[Cluster::KIND, ReplicationGroup::KIND], Cluster::apply(ask.aws(), &step)).await?;
    if fields.boolean("wait") == Some(true) {
        settle(|| api::cluster(ask.aws(), &id), "cache_cluster_status", "deleting", &id).await?;
    }
    Ok(true.into())
}

async fn create_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (id, primary) = (name(fields), fields.required_text("primary_cluster_id"));
    let text = fields.required_text("replication_group_description");
    let call = api::create_group(ask.aws(), &id, &primary, &text);
    match ask.change(&[Cluster::KIND, ReplicationGroup::KIND], call).await {
        Err(error) if error.fault == Fault::AlreadyExists || error.is_not_found() => {
            return Ok(Value::Map(model::Map::new()));
        }
        done => done?,
    }
    if fields.boolean("wait") == Some(true) {
        settle(|| api::group(ask.aws(), &id), "status", "available", &id).await?;
    }
    Ok(true.into())
}

async fn delete_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = name(fields);
    if !is_there::<ReplicationGroup>(ask, &id).await? {
        return Ok(false.into());
    }
    let step = replication_group::diff::Step::Delete { name: id, removal: Removal::default() };
    let call = ReplicationGroup::apply(ask.aws(), &step);
    ask.change(&[Cluster::KIND, ReplicationGroup::KIND], call).await?;
    Ok(true.into())
}

async fn create_subnet_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if fields.has("subnet_ids") == fields.has("subnet_names") {
        let message = "Exactly one of either 'subnet_ids' or 'subnet_names' must be provided.";
        return Err(Refusal::Because(message.to_owned()));
    }
    let group = name(fields);
    if is_there::<SubnetGroup>(ask, &group).await? {
        return Ok(true.into());
    }
    let mut subnets = fields.texts("subnet_ids").unwrap_or_default();
    if let Some(names) = fields.texts("subnet_names") {
        let references = names.iter().map(|name| Reference::new("ec2.subnet", name)).collect();
        for found in ask.attributes(references, &["id"]).await? {
            let id = found.and_then(|mut it| it.pop()).and_then(|id| id.as_str().map(str::to_owned));
            let Some(id) = id else { return Ok(false.into()) };
            subnets.push(id);
        }
    }
    let step = subnet_group::diff::Step::Create {
        name: group,
        description: fields.required_text("description"),
        subnets: subnets.into_iter().map(Ident::Known).collect(),
        tags: fields.text_table("tags").unwrap_or_default(),
    };
    ask.change(&[SubnetGroup::KIND], SubnetGroup::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn delete_subnet_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = name(fields);
    if !is_there::<SubnetGroup>(ask, &name).await? {
        return Ok(false.into());
    }
    let step = subnet_group::diff::Step::Delete { name };
    ask.change(&[SubnetGroup::KIND], SubnetGroup::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}
