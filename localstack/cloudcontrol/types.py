"""Resource types: which properties they have, and what AWS does with each.

The facts are those of the types' schemas; only what a check or an example uses is here.
https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Type:
    """One resource type. Properties are written as below `/properties/`: `Name`, `Config/Id`."""

    name: str
    #: Properties that an author may give, and those that AWS fills in.
    properties: tuple
    primary: tuple
    required: tuple = ()
    create_only: tuple = ()
    write_only: tuple = ()
    #: Read-only property → how AWS fills it in: {region}, {account}, {id} (17 digits), {uuid}, or another property.
    read_only: dict = field(default_factory=dict)
    #: What AWS fills in for a property that is left out.
    defaults: dict = field(default_factory=dict)
    #: Lists whose order says nothing.
    unordered: tuple = ("Tags",)
    #: Documents of free form.
    documents: tuple = ()
    #: The list of tags.
    tags: str = "Tags"

    @property
    def schema(self):
        """The schema as DescribeType tells it."""
        def pointers(names):
            return [f"/properties/{name}" for name in names]

        properties = {name: {} for name in (*self.properties, *self.read_only)}
        properties |= {name: {"type": "array", "insertionOrder": False} for name in self.unordered}
        properties |= {name: {"type": "object"} for name in self.documents}
        return {
            "typeName": self.name, "description": f"Resource Type definition for {self.name}", "additionalProperties": False,
            "properties": properties, "required": list(self.required), "primaryIdentifier": pointers(self.primary),
            "createOnlyProperties": pointers(self.create_only), "writeOnlyProperties": pointers(self.write_only),
            "readOnlyProperties": pointers(self.read_only), "tagging": {"tagProperty": f"/properties/{self.tags}"},
            "handlers": {name: {"permissions": []} for name in ("create", "read", "update", "delete", "list")},
        }


ALL = (
    Type(
        "AWS::CloudFormation::Stack",
        ("StackName", "TemplateBody", "TemplateURL", "Parameters", "Tags", "Capabilities", "NotificationARNs", "RoleARN",
         "TimeoutInMinutes", "DisableRollback", "EnableTerminationProtection", "StackPolicyBody", "StackPolicyURL", "Description"),
        primary=("StackId",), required=("StackName",), create_only=("StackName",),
        write_only=("TemplateURL", "StackPolicyURL"),
        read_only={"StackId": "arn:aws:cloudformation:{region}:{account}:stack/{StackName}/{uuid}", "StackStatus": "CREATE_COMPLETE"},
        documents=("TemplateBody", "StackPolicyBody"),
    ),
    Type(
        "AWS::CloudFront::Distribution", ("DistributionConfig", "Tags"), primary=("Id",), required=("DistributionConfig",),
        read_only={"Id": "E{id}", "DomainName": "d{id}.cloudfront.net"},
    ),
    Type(
        "AWS::CloudTrail::Trail",
        ("TrailName", "S3BucketName", "S3KeyPrefix", "SnsTopicName", "IncludeGlobalServiceEvents", "IsMultiRegionTrail",
         "EnableLogFileValidation", "CloudWatchLogsLogGroupArn", "CloudWatchLogsRoleArn", "KMSKeyId", "IsLogging", "Tags"),
        primary=("TrailName",), required=("S3BucketName", "IsLogging"), create_only=("TrailName",),
        read_only={"Arn": "arn:aws:cloudtrail:{region}:{account}:trail/{TrailName}"},
        defaults={"IncludeGlobalServiceEvents": True, "IsMultiRegionTrail": False, "EnableLogFileValidation": False},
    ),
    Type(
        "AWS::EFS::FileSystem",
        ("AvailabilityZoneName", "BackupPolicy", "BypassPolicyLockoutSafetyCheck", "Encrypted", "FileSystemPolicy",
         "FileSystemProtection", "FileSystemTags", "KmsKeyId", "LifecyclePolicies", "PerformanceMode",
         "ProvisionedThroughputInMibps", "ThroughputMode"),
        primary=("FileSystemId",), create_only=("AvailabilityZoneName", "Encrypted", "KmsKeyId", "PerformanceMode"),
        write_only=("BypassPolicyLockoutSafetyCheck",),
        read_only={"FileSystemId": "fs-{id}", "Arn": "arn:aws:elasticfilesystem:{region}:{account}:file-system/{FileSystemId}"},
        defaults={"Encrypted": False, "PerformanceMode": "generalPurpose", "ThroughputMode": "bursting"},
        unordered=(), documents=("FileSystemPolicy",), tags="FileSystemTags",
    ),
    Type(
        "AWS::EFS::MountTarget", ("FileSystemId", "SubnetId", "SecurityGroups", "IpAddress"),
        primary=("Id",), required=("FileSystemId", "SubnetId", "SecurityGroups"),
        create_only=("FileSystemId", "SubnetId", "IpAddress"), read_only={"Id": "fsmt-{id}"},
        defaults={"IpAddress": "10.20.0.99"}, unordered=("SecurityGroups",),
    ),
    Type(
        "AWS::Kinesis::Stream",
        ("Name", "RetentionPeriodHours", "ShardCount", "StreamModeDetails", "StreamEncryption", "DesiredShardLevelMetrics", "Tags"),
        primary=("Name",), create_only=("Name",), read_only={"Arn": "arn:aws:kinesis:{region}:{account}:stream/{Name}"},
        defaults={"RetentionPeriodHours": 24, "StreamModeDetails": {"StreamMode": "PROVISIONED"}, "DesiredShardLevelMetrics": []},
        unordered=("Tags", "DesiredShardLevelMetrics"),
    ),
    Type(
        "AWS::OpenSearchService::Domain",
        ("DomainName", "EngineVersion", "ClusterConfig", "EBSOptions", "AccessPolicies", "SnapshotOptions", "AdvancedOptions",
         "AdvancedSecurityOptions", "VPCOptions", "EncryptionAtRestOptions", "NodeToNodeEncryptionOptions",
         "DomainEndpointOptions", "LogPublishingOptions", "CognitoOptions", "Tags"),
        primary=("DomainName",), create_only=("DomainName",), write_only=("AdvancedSecurityOptions/MasterUserOptions",),
        read_only={"Arn": "arn:aws:es:{region}:{account}:domain/{DomainName}", "Id": "{account}/{DomainName}"},
        defaults={"ClusterConfig": {"InstanceType": "m4.large.search", "InstanceCount": 1}, "AdvancedOptions": {
            "rest.action.multi.allow_explicit_index": "true"}}, documents=("AccessPolicies",),
    ),
    Type(
        "AWS::SecretsManager::Secret",
        ("Name", "Description", "KmsKeyId", "SecretString", "GenerateSecretString", "ReplicaRegions", "Tags"),
        primary=("Id",), create_only=("Name",), write_only=("SecretString", "GenerateSecretString"),
        read_only={"Id": "arn:aws:secretsmanager:{region}:{account}:secret:{Name}-a1b2c3"},
    ),
)
TYPES = {type_.name: type_ for type_ in ALL}
