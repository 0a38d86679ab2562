//! The arguments of a domain.

use serde_json::{Map, Value as Json};

use super::version::{self, VERSION};
use crate::declaration::{DEADLINE, OfLive, Spec};
use crate::named::Named;
use crate::table::Table;
use crate::upgrades;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::OpenSearchService::Domain",
    properties: &[
        ("elasticsearch_version", "EngineVersion"),
        ("elasticsearch_cluster_config", "ClusterConfig"),
        ("ebs_options", "EBSOptions"),
        ("access_policies", "AccessPolicies"),
        ("snapshot_options", "SnapshotOptions"),
        ("vpc_options", "VPCOptions"),
        ("cognito_options", "CognitoOptions"),
        ("encryption_at_rest_options", "EncryptionAtRestOptions"),
        ("node_to_node_encryption_options", "NodeToNodeEncryptionOptions"),
        ("advanced_options", "AdvancedOptions"),
        ("log_publishing_options", "LogPublishingOptions"),
    ],
    primary: &["DomainName"],
    create_only: &["DomainName"],
    read_only: &["Id", "Arn", "DomainArn", "DomainEndpoint", "DomainEndpoints"],
    write_only: &["AdvancedSecurityOptions/MasterUserOptions"],
    unordered: &["VPCOptions/SubnetIds", "VPCOptions/SecurityGroupIds"],
    documents: &["AccessPolicies"],
    ..Table::NONE
};

const OPTIONS: Shape = Shape::Table(&Shape::Any);
const NAME: Argument = Argument::optional("DomainName", Shape::Text, "its name; left out: the state's name");
const BLOCKING: Argument = Argument::optional("blocking", Shape::Boolean, "ignored: the state waits");
const LABEL: Argument = Argument::optional("name", Shape::Text, "its name, or a name of the state");

const PRESENT: &[Argument] = &[
    LABEL,
    NAME,
    Argument::optional("elasticsearch_version", Shape::Text, "7.10, or OpenSearch_2.13")
        .alias(&["ElasticsearchVersion"]),
    Argument::optional("elasticsearch_cluster_config", OPTIONS, "its nodes: InstanceType, InstanceCount …")
        .alias(&["ElasticsearchClusterConfig"]),
    Argument::optional("ebs_options", OPTIONS, "its volumes: EBSEnabled, VolumeType, VolumeSize, Iops")
        .alias(&["EBSOptions"]),
    Argument::optional("access_policies", Shape::Any, "its policy, as a mapping or as JSON")
        .alias(&["AccessPolicies"]),
    Argument::optional("snapshot_options", OPTIONS, "AutomatedSnapshotStartHour").alias(&["SnapshotOptions"]),
    Argument::optional("vpc_options", OPTIONS, "SubnetIds, SecurityGroupIds"),
    Argument::optional("cognito_options", OPTIONS, "how users of its dashboards sign in"),
    Argument::optional("encryption_at_rest_options", OPTIONS, "Enabled, KmsKeyId"),
    Argument::optional("node_to_node_encryption_options", OPTIONS, "Enabled"),
    Argument::optional("advanced_options", OPTIONS, "settings of its engine").alias(&["AdvancedOptions"]),
    Argument::optional("log_publishing_options", OPTIONS, "where its logs go"),
    BLOCKING,
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed").alias(&["Tags"]),
    DEADLINE,
];

const ABSENT: &[Argument] = &[LABEL, NAME, BLOCKING, DEADLINE];

const UPGRADED: &[Argument] = &[
    LABEL,
    NAME,
    Argument::required("elasticsearch_version", Shape::Text, "7.10, or OpenSearch_2.13")
        .alias(&["ElasticsearchVersion"]),
    BLOCKING,
    DEADLINE,
];

const LATEST: &[Argument] = &[
    LABEL,
    NAME,
    Argument::optional("minor_only", Shape::Boolean, "only within its major version (default: True)"),
    DEADLINE,
];

const TAGGED: &[Argument] = &[
    LABEL,
    NAME,
    Argument::optional("tags", tags::SHAPE, "the tags to add").alias(&["Tags"]),
    Argument::optional("replace", Shape::Boolean, "True: all other tags are removed (default: False)"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &[
            "boto_elasticsearch_domain.present",
            "boto3_elasticsearch_domain.present",
            "boto3_elasticsearch.present",
        ],
        PRESENT,
        "Makes sure that a domain of OpenSearch Service exists.",
    ),
    Function::absent(
        &[
            "boto_elasticsearch_domain.absent",
            "boto3_elasticsearch_domain.absent",
            "boto3_elasticsearch.absent",
        ],
        ABSENT,
        "Makes sure that a domain of OpenSearch Service does not exist.",
    ),
    Function::other(
        "upgraded",
        &["boto3_elasticsearch.upgraded"],
        UPGRADED,
        "Upgrades a domain of another state to a version; it is never downgraded.",
    ),
    Function::other(
        "latest",
        &["boto3_elasticsearch.latest"],
        LATEST,
        "Upgrades a domain of another state to the newest version that AWS offers for it.",
    ),
    Function::other(
        "tagged",
        &["boto3_elasticsearch.tagged"],
        TAGGED,
        "Makes sure that a domain of another state has tags.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let name = fields.text("DomainName").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.properties.insert("DomainName".to_owned(), name.into());
    if let Some(Json::String(engine)) = spec.properties.get_mut(VERSION) {
        *engine = version::in_full(engine);
    }
    spec.of_live = of_live(fields);
    if fields.takes("minor_only") {
        spec.ids.push((VERSION, Named::Of(upgrades::reference(), "table")));
    }
    if let Some(Json::Object(cluster)) = spec.properties.get_mut("ClusterConfig") {
        newer_types(cluster);
    }
    spec
}

/// The change by a function that changes one property of a domain.
fn of_live(fields: &Fields) -> Option<OfLive> {
    let is_said = |name: &str| fields.takes(name).then(|| fields.boolean(name));
    match (is_said("minor_only"), is_said("replace")) {
        (Some(Some(false)), _) => Some(version::newest),
        (Some(_), _) => Some(version::newest_minor),
        (_, Some(Some(true))) => Some(version::retagged),
        (_, Some(_)) => Some(version::tagged),
        _ if fields.takes("elasticsearch_version") && !fields.takes("ebs_options") => Some(version::upgraded),
        _ => None,
    }
}

/// `m5.large.elasticsearch` is `m5.large.search` now.
fn newer_types(cluster: &mut Map<String, Json>) {
    for name in ["InstanceType", "DedicatedMasterType", "WarmType"] {
        if let Some(Json::String(kind)) = cluster.get_mut(name)
            && let Some(size) = kind.strip_suffix(".elasticsearch")
        {
            *kind = format!("{size}.search");
        }
    }
}
