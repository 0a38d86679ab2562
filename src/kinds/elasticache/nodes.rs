//! Common parts of clusters and replication groups: the settings of their nodes, and their comparison.

use aws::tags::{self, Tags};
use kind::write_only::WriteOnly;
use kind::{Lookup, Unresolved, groups};
use model::fields::boolean;
use model::{Argument, Aspects, Change, Fields, Function, Ident, Reference, Shape, Value};

/// Arguments of both.
pub(super) const ARGUMENTS: &[Argument] = &[
    Argument::optional("cache_node_type", Shape::Text, "cache.t4g.micro …").alias(&["CacheNodeType"]),
    Argument::optional("engine", Shape::Text, "memcached, redis or valkey").alias(&["Engine"]),
    Argument::optional("engine_version", Shape::Text, "7.1, or 7.x for any minor version")
        .alias(&["EngineVersion"]),
    Argument::optional("cache_parameter_group_name", Shape::Text, "the parameter group")
        .alias(&["CacheParameterGroupName"]),
    Argument::optional("cache_subnet_group_name", Shape::Text, "the subnet group")
        .alias(&["CacheSubnetGroupName"]),
    Argument::optional("cache_security_group_names", Shape::Texts, "names of EC2 security groups")
        .alias(&["CacheSecurityGroupNames"]),
    Argument::optional(
        "security_groups",
        Shape::Texts,
        "EC2 security groups: ids, names, or <VPC's name>:<group's name>",
    ),
    Argument::optional("security_group_ids", Shape::Texts, "ids of EC2 security groups")
        .alias(&["SecurityGroupIds"]),
    Argument::optional("snapshot_arns", Shape::Texts, "snapshots in S3 to start from")
        .alias(&["SnapshotArns"]),
    Argument::optional("snapshot_name", Shape::Text, "a snapshot to start from").alias(&["SnapshotName"]),
    Argument::optional("preferred_maintenance_window", Shape::Text, "ddd:hh24:mi-ddd:hh24:mi")
        .alias(&["PreferredMaintenanceWindow"]),
    Argument::optional("port", Shape::Integer, "the port of the nodes").alias(&["Port"]),
    Argument::optional("notification_topic_arn", Shape::Text, "the SNS topic that receives events")
        .alias(&["NotificationTopicArn"]),
    Argument::optional(
        "notification_topic_status",
        Shape::Word(&["active", "inactive"]),
        "whether the topic receives events",
    )
    .alias(&["NotificationTopicStatus"]),
    Argument::optional("auto_minor_version_upgrade", Shape::Boolean, "whether minor versions are installed")
        .alias(&["AutoMinorVersionUpgrade"]),
    Argument::optional("snapshot_retention_limit", Shape::Integer, "days; 0 for no snapshots")
        .alias(&["SnapshotRetentionLimit"]),
    Argument::optional("snapshot_window", Shape::Text, "hh24:mi-hh24:mi").alias(&["SnapshotWindow"]),
    Argument::optional("auth_token", Shape::Secret, "the password, at creation only").alias(&["AuthToken"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
    Argument::optional(
        "apply_immediately",
        Shape::Boolean,
        "True (default): change it now; False: in the maintenance window",
    )
    .alias(&["ApplyImmediately"]),
    Argument::optional("wait", WAIT, "whether to wait until it is available"),
];

/// True, false, or Salt's number of seconds: anything except 0 means to wait, with this program's deadline.
pub(super) const WAIT: Shape = Shape::Either(&[Shape::Boolean, Shape::Integer]);

/// The shared arguments after some others.
pub(super) const fn table<const N: usize>(first: &[Argument]) -> [Argument; N] {
    let mut all = [ARGUMENTS[0]; N];
    let mut index = 0;
    while index < N {
        all[index] = if index < first.len() { first[index] } else { ARGUMENTS[index - first.len()] };
        index += 1;
    }
    all
}

/// Whether to wait. By default Salt's `boto3_` functions wait, and the older ones do not.
pub(super) fn waits(function: &Function, fields: &Fields) -> bool {
    match (fields.node("wait").and_then(boolean), fields.integer("wait")) {
        (Some(wait), _) => wait,
        (None, Some(seconds)) => seconds > 0,
        (None, None) => function.name().starts_with("boto3_"),
    }
}

/// AWS makes names lower-case. The argument with AWS's name overrides the state's name.
pub(super) fn identifier(fields: &Fields, own: &str) -> String {
    fields.text(own).unwrap_or_else(|| fields.required_text("name")).to_lowercase()
}

/// Settings that are set at creation only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The subnet group.
    pub subnet_group: Option<String>,
    /// The port of the nodes.
    pub port: Option<i32>,
    /// Snapshots in S3 to start from.
    pub snapshot_arns: Option<Vec<String>>,
    /// A snapshot to start from.
    pub snapshot_name: Option<String>,
    /// The password.
    pub auth_token: Option<WriteOnly>,
}

/// Reads the settings that are set at creation only.
pub(super) fn origin(fields: &Fields) -> Origin {
    Origin {
        subnet_group: fields.text("cache_subnet_group_name").map(|name| name.to_lowercase()),
        port: fields.integer32("port"),
        snapshot_arns: fields.texts("snapshot_arns"),
        snapshot_name: fields.text("snapshot_name"),
        auth_token: fields.text("auth_token").map(WriteOnly::new),
    }
}

/// Changeable settings of nodes. What is `None` is not declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// `cache.t4g.micro` …
    pub node_type: Option<String>,
    /// In lower case.
    pub engine: Option<String>,
    /// As declared, also with `.x`.
    pub engine_version: Option<String>,
    /// The parameter group.
    pub parameter_group: Option<String>,
    /// Sorted ids.
    pub security_groups: Option<Vec<Ident>>,
    /// In lower case.
    pub maintenance_window: Option<String>,
    /// The SNS topic.
    pub topic: Option<String>,
    /// `active`, `inactive`.
    pub topic_status: Option<String>,
    /// Whether minor versions are installed.
    pub minor_upgrades: Option<bool>,
    /// Days.
    pub snapshot_retention: Option<i32>,
    /// `hh24:mi-hh24:mi`
    pub snapshot_window: Option<String>,
}

/// Reads the settings; security groups are resolved later.
pub(super) fn settings(fields: &Fields) -> Settings {
    Settings {
        node_type: fields.text("cache_node_type"),
        engine: fields.text("engine").map(|engine| engine.to_lowercase()),
        engine_version: fields.text("engine_version"),
        parameter_group: fields.text("cache_parameter_group_name"),
        security_groups: None,
        maintenance_window: fields.text("preferred_maintenance_window").map(|window| window.to_lowercase()),
        topic: fields.text("notification_topic_arn"),
        topic_status: fields.text("notification_topic_status"),
        minor_upgrades: fields.boolean("auto_minor_version_upgrade"),
        snapshot_retention: fields.integer32("snapshot_retention_limit"),
        snapshot_window: fields.text("snapshot_window"),
    }
}

/// Names or ids of the security groups, from all arguments for them.
pub(super) fn security_groups(fields: &Fields) -> Option<Vec<String>> {
    let lists = ["security_group_ids", "security_groups", "cache_security_group_names"];
    let given: Vec<Vec<String>> = lists.iter().filter_map(|name| fields.texts(name)).collect();
    (!given.is_empty()).then(|| given.concat())
}

/// What a creation shows in addition to the settings: its location, a hidden password, and its tags.
pub(super) fn created(origin: &Origin, tags: Option<&Tags>) -> Vec<Change> {
    let place: [(&str, Value); 2] =
        [("cache_subnet_group_name", origin.subnet_group.clone().into()), ("port", origin.port.into())];
    let place = place.into_iter().filter(|(_, value)| !value.is_null());
    let password = origin.auth_token.as_ref().map(|_| Change::create("auth_token", "set").hidden());
    let tags = tags.filter(|tags| !tags.is_empty()).map(|tags| Change::create("tags", tags::to_value(tags)));
    place.map(|(path, value)| Change::create(path, value)).chain(password).chain(tags).collect()
}

/// A subnet group by its name.
pub(super) fn subnet_group(name: &str) -> Reference {
    Reference::new("elasticache.subnet_group", name)
}

/// The things that must exist before.
pub(super) fn uses(groups: Option<&Vec<String>>, origin: &Origin) -> Vec<Reference> {
    let mut uses: Vec<Reference> = origin.subnet_group.as_deref().map(subnet_group).into_iter().collect();
    uses.extend(groups.into_iter().flatten().flat_map(|name| groups::uses(name)));
    uses
}

/// Group names become ids, in the VPC of the subnet group, else in the default VPC.
pub(super) fn resolve(
    names: Option<&Vec<String>>,
    origin: &Origin,
    lookup: &mut Lookup<'_>,
) -> Result<Option<Vec<Ident>>, Unresolved> {
    let Some(names) = names else { return Ok(None) };
    let named = names.iter().any(|name| !groups::uses(name).is_empty());
    let vpc = origin.subnet_group.as_deref().filter(|_| named);
    let vpc = vpc.map(|name| vpc_of(&subnet_group(name), lookup)).transpose()?;
    groups::idents(names, vpc.as_ref(), lookup).map(Some)
}

fn vpc_of(subnet_group: &Reference, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match lookup.value(subnet_group, "vpc_id", Aspects::NONE) {
        Ok(Value::Str(vpc)) => Ok(Ident::Known(vpc)),
        Ok(_) => Err(Unresolved::Refused(format!("{subnet_group} has no VPC"))),
        // The VPC of a subnet group that this run makes is not known yet.
        Err(Unresolved::AfterApply(group)) => Ok(Ident::AfterApply(group)),
        Err(other) => Err(other),
    }
}

impl Settings {
    /// The declared settings under the names of arguments.
    pub fn entries(&self) -> Vec<(&'static str, Value)> {
        let all: [(&str, Value); 11] = [
            ("cache_node_type", self.node_type.clone().into()),
            ("engine", self.engine.clone().into()),
            ("engine_version", self.engine_version.clone().into()),
            ("cache_parameter_group_name", self.parameter_group.clone().into()),
            ("security_group_ids", self.security_groups.clone().into()),
            ("preferred_maintenance_window", self.maintenance_window.clone().into()),
            ("notification_topic_arn", self.topic.clone().into()),
            ("notification_topic_status", self.topic_status.clone().into()),
            ("auto_minor_version_upgrade", self.minor_upgrades.into()),
            ("snapshot_retention_limit", self.snapshot_retention.into()),
            ("snapshot_window", self.snapshot_window.clone().into()),
        ];
        all.into_iter().filter(|(_, value)| !value.is_null()).collect()
    }

    /// The declared settings that differ.
    #[must_use]
    pub fn differing(&self, live: &Self) -> Self {
        fn pick<T: Clone + PartialEq>(want: &Option<T>, live: &Option<T>) -> Option<T> {
            want.clone().filter(|_| want != live)
        }
        let live_version = live.engine_version.as_deref().unwrap_or_default();
        Self {
            node_type: pick(&self.node_type, &live.node_type),
            engine: pick(&self.engine, &live.engine),
            engine_version: self.engine_version.clone().filter(|version| !is_version(version, live_version)),
            parameter_group: pick(&self.parameter_group, &live.parameter_group),
            security_groups: pick(&self.security_groups, &live.security_groups),
            maintenance_window: pick(&self.maintenance_window, &live.maintenance_window),
            topic: pick(&self.topic, &live.topic),
            topic_status: pick(&self.topic_status, &live.topic_status),
            minor_upgrades: pick(&self.minor_upgrades, &live.minor_upgrades),
            snapshot_retention: pick(&self.snapshot_retention, &live.snapshot_retention),
            snapshot_window: pick(&self.snapshot_window, &live.snapshot_window),
        }
    }
}

/// AWS returns the full version: 7.1.0 satisfies 7.1, and 6.2.6 satisfies 6.x.
fn is_version(want: &str, live: &str) -> bool {
    let want = want.strip_suffix(".x").unwrap_or(want);
    live == want || live.strip_prefix(want).is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_includes_its_patches() {
        for (want, live, is_met) in [
            ("7.1", "7.1.0", true),
            ("6.x", "6.2.6", true),
            ("1.6.22", "1.6.22", true),
            ("7.1", "7.10.1", false),
            ("5.0.6", "5.0.5", false),
        ] {
            assert_eq!(is_version(want, live), is_met, "{want} {live}");
        }
    }

    #[test]
    fn only_declared_differences_are_changed() {
        let live =
            Settings { node_type: Some("a".into()), snapshot_retention: Some(3), ..Settings::default() };
        let want = Settings { node_type: Some("b".into()), ..Settings::default() };
        assert_eq!(want.differing(&live), want);
        assert_eq!(live.differing(&live), Settings::default());
        assert_eq!(Settings::default().differing(&live), Settings::default());
    }
}
