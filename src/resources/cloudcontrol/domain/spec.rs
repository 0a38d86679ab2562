//! What an SLS may say about a domain.

use serde_json::{Map, Value as Json};

use crate::aws::tags;
use crate::model::{Argument, Fields, Function, Minion, Problems, Shape};
use crate::resources::cloudcontrol::declaration::{DEADLINE, Spec};
use crate::resources::cloudcontrol::table::Table;

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
const LABEL: Argument = Argument::optional("name", Shape::Text, "its name, or one for the state alone");

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
    Argument::optional("blocking", Shape::Boolean, "passed over: the state waits"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed").alias(&["Tags"]),
    DEADLINE,
];

const ABSENT: &[Argument] =
    &[LABEL, NAME, Argument::optional("blocking", Shape::Boolean, "passed over: the state waits"), DEADLINE];

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
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let name = fields.text("DomainName").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.properties.insert("DomainName".to_owned(), name.into());
    if let Some(Json::String(version)) = spec.properties.get_mut("EngineVersion")
        && version.starts_with(|first: char| first.is_ascii_digit())
    {
        *version = format!("Elasticsearch_{version}");
    }
    if let Some(Json::Object(cluster)) = spec.properties.get_mut("ClusterConfig") {
        newer_types(cluster);
    }
    spec
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
