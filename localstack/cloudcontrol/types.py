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
    #: Properties that a list must be told.
    listed_by: tuple = ()
    #: Property → the type of what it is part of: it goes with that.
    part_of: dict = field(default_factory=dict)
    #: True where there is no more than one part of this type.
    alone: bool = False
    #: Properties, which together are an identifier → the type of what it needs. AWS does not delete what is needed.
    needs: dict = field(default_factory=dict)
    #: The property that must be true for five minutes before AWS deletes it.
    retired_by: str = ""

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
            "handlers": {name: {"permissions": []} for name in ("create", "read", "update", "delete")} | {
                "list": {"permissions": []} | ({"handlerSchema": {"required": list(self.listed_by)}} if self.listed_by else {})},
        }


ALL = (
    Type(
        "AWS::ApiGateway::Deployment",
        ("RestApiId", "Description", "StageName", "StageDescription", "DeploymentCanarySettings"),
        primary=("DeploymentId", "RestApiId"), required=("RestApiId",), create_only=("RestApiId", "DeploymentCanarySettings"),
        write_only=("StageName", "StageDescription", "DeploymentCanarySettings"), read_only={"DeploymentId": "d{id}"}, unordered=(),
        listed_by=("RestApiId",), part_of={"RestApiId": "AWS::ApiGateway::RestApi"},
    ),
    Type(
        "AWS::ApiGateway::RestApi",
        ("Name", "Description", "Body", "BodyS3Location", "CloneFrom", "FailOnWarnings", "Mode", "Parameters", "Policy",
         "EndpointConfiguration", "BinaryMediaTypes", "Tags"),
        primary=("RestApiId",), write_only=("Body", "BodyS3Location", "CloneFrom", "FailOnWarnings", "Mode", "Parameters"),
        read_only={"RestApiId": "a{id}", "RootResourceId": "r{id}"}, documents=("Body", "Policy"),
    ),
    Type(
        "AWS::ApiGateway::Stage",
        ("RestApiId", "StageName", "DeploymentId", "Description", "Variables", "MethodSettings", "Tags"),
        primary=("RestApiId", "StageName"), required=("RestApiId",), create_only=("RestApiId", "StageName"),
        listed_by=("RestApiId",), part_of={"RestApiId": "AWS::ApiGateway::RestApi"},
        needs={("DeploymentId", "RestApiId"): "AWS::ApiGateway::Deployment"},
    ),
    Type(
        "AWS::ApiGateway::UsagePlan", ("UsagePlanName", "Description", "Throttle", "Quota", "ApiStages", "Tags"),
        primary=("Id",), read_only={"Id": "{id}"},
    ),
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
        "AWS::Cognito::IdentityPool",
        ("IdentityPoolName", "AllowUnauthenticatedIdentities", "AllowClassicFlow", "SupportedLoginProviders", "DeveloperProviderName",
         "OpenIdConnectProviderARNs", "SamlProviderARNs", "CognitoIdentityProviders", "CognitoEvents", "CognitoStreams", "PushSync",
         "IdentityPoolTags"),
        primary=("Id",), required=("AllowUnauthenticatedIdentities",),
        write_only=("CognitoEvents", "CognitoStreams", "PushSync"),
        read_only={"Id": "{region}:{uuid}", "Name": "{IdentityPoolName}"},
        unordered=("IdentityPoolTags", "OpenIdConnectProviderARNs", "SamlProviderARNs", "CognitoIdentityProviders"),
        documents=("SupportedLoginProviders",), tags="IdentityPoolTags",
    ),
    Type(
        "AWS::Cognito::IdentityPoolRoleAttachment", ("IdentityPoolId", "Roles", "RoleMappings"), primary=("Id",),
        required=("IdentityPoolId",), create_only=("IdentityPoolId",), read_only={"Id": "IdentityPoolRoleAttachment-{id}"},
        unordered=(), listed_by=("IdentityPoolId",), alone=True,
        part_of={"IdentityPoolId": "AWS::Cognito::IdentityPool"},
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
        "AWS::IoT::Policy", ("PolicyName", "PolicyDocument", "Tags"), primary=("Id",), required=("PolicyDocument",),
        create_only=("PolicyName",), documents=("PolicyDocument",),
        read_only={"Id": "{PolicyName}", "Arn": "arn:aws:iot:{region}:{account}:policy/{PolicyName}"},
    ),
    Type(
        "AWS::IoT::PolicyPrincipalAttachment", ("PolicyName", "Principal"), primary=("PolicyName", "Principal"),
        required=("PolicyName", "Principal"), create_only=("PolicyName", "Principal"), unordered=(), listed_by=("Principal",),
        needs={("PolicyName",): "AWS::IoT::Policy"},
    ),
    Type(
        "AWS::IoT::ThingType", ("ThingTypeName", "ThingTypeProperties", "DeprecateThingType", "Tags"), primary=("ThingTypeName",),
        create_only=("ThingTypeName",), defaults={"DeprecateThingType": False}, retired_by="DeprecateThingType",
        read_only={"Id": "{uuid}", "Arn": "arn:aws:iot:{region}:{account}:thingtype/{ThingTypeName}"},
    ),
    Type(
        "AWS::IoT::TopicRule", ("RuleName", "TopicRulePayload", "Tags"), primary=("RuleName",), required=("TopicRulePayload",),
        create_only=("RuleName",), read_only={"Arn": "arn:aws:iot:{region}:{account}:rule/{RuleName}"},
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
