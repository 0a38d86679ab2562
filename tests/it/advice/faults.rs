//! What a failed call says about what to do: each advice with the failure that it is about, and not with another one.

use aws::{ApiError, Fault};
use kinds::kinds;

/// A kind (none: for all services), a failed operation, AWS's code, a word of its message, and the advice.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Classic's own group of all balancers.
const CLASSIC: &str = "The security group 'amazon-elb-sg' does not exist";

const ROWS: &[Row] = &[
    (
        "",
        "CreateQueue",
        "AccessDenied",
        "",
        "allow the action in the IAM policies of these credentials, then run again",
    ),
    (
        "",
        "CreateQueue",
        "InvalidClientTokenId",
        "",
        "check 'keyid', 'key' and session token of the profile, or the SDK's own sources (environment, ~/.aws, instance role)",
    ),
    (
        "",
        "CreateQueue",
        "Throttling",
        "",
        "the request rate of the account is used up: wait a little and run again",
    ),
    ("", "CreateVpc", "VpcLimitExceeded", "", "ask AWS for a higher quota, or remove what is unused"),
    (
        "",
        "DeleteSubnet",
        "DependencyViolation",
        "",
        "remove what uses it first, or add a requisite so that it goes first",
    ),
    (
        "",
        "PutRule",
        "ConcurrentModificationException",
        "",
        "another change is in progress: run again when it has finished",
    ),
    ("", "CreateQueue", "InternalError", "", "AWS had a problem: run again"),
    (
        "",
        "CreateQueue",
        "RequestExpired",
        "",
        "the clock of this machine is wrong: set it (timedatectl, chronyc), then run again",
    ),
    (
        "",
        "HeadBucket",
        "PermanentRedirect",
        "",
        "the bucket is in another region: name it as 'region' (aws s3api get-bucket-location shows it)",
    ),
    (
        "autoscaling.group",
        "CreateLaunchConfiguration",
        "UnsupportedOperation",
        "Use launch templates",
        "this account was opened after AWS stopped offering launch configurations: make a launch template and write 'launch_template: {name: <template>, version: $Latest}' in boto_asg.present instead of 'launch_config_name' and 'launch_config'",
    ),
    (
        "cloudcontrol.resource",
        "UpdateResource",
        "NotUpdatableException",
        "",
        "AWS cannot change this property after creation: remove the resource first, or declare its present value",
    ),
    (
        "cloudcontrol.resource",
        "CreateResource",
        "UnsupportedActionException",
        "",
        "Cloud Control does not support this type, or does not support this operation: see the types that are FULLY_MUTABLE",
    ),
    (
        "cloudcontrol.resource",
        "CreateResource",
        "TypeNotFoundException",
        "",
        "write the type as CloudFormation does: AWS::Kinesis::Stream",
    ),
    (
        "ec2.instance",
        "ModifyInstanceAttribute",
        "IncorrectInstanceState",
        "",
        "AWS changes this on a stopped instance only: write 'target_state: stopped' first, then 'running'",
    ),
    (
        "ec2.internet_gateway",
        "DetachInternetGateway",
        "DependencyViolation",
        "",
        "public addresses in the VPC still use the gateway: instances, NAT gateways or balancers have to go first",
    ),
    (
        "ec2.security_group",
        "AuthorizeSecurityGroupIngress",
        "InvalidGroup.NotFound",
        CLASSIC,
        "AWS retired EC2-Classic and its group amazon-elb/amazon-elb-sg: give the balancer a security group of its own ('security_groups' of boto_elb.present) and write that group's name as source_group_name, without source_group_owner_id; for a balancer without one of its own, write the id of the group in its VPC as source_group_group_id",
    ),
    (
        "ec2.security_group",
        "AuthorizeSecurityGroupIngress",
        "RulesPerSecurityGroupLimitExceeded",
        "",
        "a run adds new rules before it removes old ones, so the group must have room for both: make the change in two runs, or ask AWS for a higher quota",
    ),
    (
        "ec2.security_group",
        "DeleteSecurityGroup",
        "DependencyViolation",
        "",
        "a network interface or a rule of another group still uses it; AWS frees the interfaces of a deleted balancer or instance some minutes later",
    ),
    (
        "ec2.subnet",
        "DeleteSubnet",
        "DependencyViolation",
        "",
        "something is still in the subnet: instances, gateways, balancers or network interfaces",
    ),
    (
        "ec2.vpc",
        "DeleteVpc",
        "DependencyViolation",
        "",
        "something is still in the VPC: declare its subnets, gateways, route tables and security groups absent before it",
    ),
    (
        "elb.load_balancer",
        "CreateLoadBalancerListeners",
        "CertificateNotFound",
        "",
        "'certificate' is the ARN of a certificate of this account and region, acm:<domain>, or the name of a server certificate of IAM; AWS needs some seconds to find a new one",
    ),
    (
        "elb.load_balancer",
        "AttachLoadBalancerToSubnets",
        "InvalidConfigurationRequest",
        "",
        "a balancer is in one subnet per zone: to move within a zone, first run with its old subnet left out of 'subnets'",
    ),
    (
        "elb.load_balancer",
        "ModifyLoadBalancerAttributes",
        "InvalidConfigurationRequest",
        "",
        "the bucket of the access logs must be in the balancer's region, and its policy must let Elastic Load Balancing write there",
    ),
    (
        "elbv2.listener",
        "CreateListener",
        "CertificateNotFound",
        "",
        "'certificates' are ARNs of this account and region, acm:<domain>, or names of server certificates of IAM",
    ),
    (
        "elbv2.listener",
        "CreateListener",
        "TargetGroupAssociationLimit",
        "",
        "a target group belongs to one balancer only: make another group for this balancer",
    ),
    (
        "elbv2.load_balancer",
        "ModifyLoadBalancerAttributes",
        "InvalidConfigurationRequest",
        "",
        "the bucket of the access logs must be in the balancer's region, and its policy must let Elastic Load Balancing write there",
    ),
    (
        "elbv2.load_balancer",
        "CreateLoadBalancer",
        "InvalidSubnet",
        "",
        "an internet-facing balancer needs an internet gateway in the VPC of its subnets, and each subnet eight free addresses",
    ),
    (
        "elbv2.load_balancer",
        "DeleteLoadBalancer",
        "OperationNotPermitted",
        "",
        "first run with its attribute deletion_protection.enabled set to False",
    ),
    (
        "elbv2.target_group",
        "DeleteTargetGroup",
        "ResourceInUse",
        "",
        "a listener or a rule of a balancer still forwards to it: delete that first",
    ),
    ("iam.group", "AddUserToGroup", "NoSuchEntity", "", "check the user's name, or declare the user"),
    (
        "iam.policy",
        "DeletePolicy",
        "DeleteConflict",
        "",
        "a role, user or group still has the policy, or it is their permissions boundary: detach it first",
    ),
    (
        "iam.role",
        "DeleteRole",
        "DeleteConflict",
        "",
        "something was attached to it after this run read it: run again",
    ),
    (
        "iam.role",
        "PutRolePolicy",
        "MalformedPolicyDocument",
        "",
        "correct the document; a principal that it names must exist",
    ),
    (
        "iam.role",
        "UpdateRole",
        "UnmodifiableEntity",
        "",
        "this role belongs to an AWS service, and only that service can change it",
    ),
    ("iam.role", "AttachRolePolicy", "NoSuchEntity", "", "check the policy's name, path and account"),
    (
        "iam.role",
        "PutRolePermissionsBoundary",
        "NoSuchEntity",
        "",
        "check the policy's name, path and account",
    ),
    (
        "iam.saml_provider",
        "CreateSAMLProvider",
        "InvalidInput",
        "",
        "the document must be the metadata of an identity provider, as XML",
    ),
    (
        "iam.server_certificate",
        "DeleteServerCertificate",
        "DeleteConflict",
        "",
        "a load balancer still uses it: replace it there first",
    ),
    (
        "iam.server_certificate",
        "UploadServerCertificate",
        "MalformedCertificate",
        "",
        "all three must be PEM, and the key must belong to this certificate and have no passphrase",
    ),
    (
        "iam.user",
        "CreateLoginProfile",
        "PasswordPolicyViolation",
        "",
        "the account's password policy does not accept this password",
    ),
    (
        "kms.key",
        "PutKeyPolicy",
        "MalformedPolicyDocumentException",
        "The new key policy will not allow you to update the key policy in the future.",
        "the policy must allow kms:PutKeyPolicy to these credentials",
    ),
    (
        "lambda.function",
        "CreateFunction",
        "InvalidParameterValueException",
        "The role defined for the function cannot be assumed by Lambda.",
        "the trust policy of the role must allow lambda.amazonaws.com to call sts:AssumeRole",
    ),
    (
        "rds.cluster",
        "DeleteDBCluster",
        "DBClusterSnapshotAlreadyExistsFault",
        "",
        "choose another name for the final snapshot",
    ),
    (
        "rds.instance",
        "CreateDBInstanceReadReplica",
        "InvalidDBInstanceState",
        "",
        "the source must be available and have automated backups: 'backup_retention_period: 1' or more",
    ),
    (
        "rds.instance",
        "DeleteDBInstance",
        "DBSnapshotAlreadyExists",
        "",
        "choose another name for the final snapshot",
    ),
    (
        "rds.instance",
        "CreateDBInstance",
        "InsufficientDBInstanceCapacity",
        "",
        "choose another class or zone, or try again later",
    ),
    (
        "rds.option_group",
        "DeleteOptionGroup",
        "InvalidOptionGroupStateFault",
        "",
        "a database or a snapshot still has the group: delete or change that first",
    ),
    (
        "rds.option_group",
        "ModifyOptionGroup",
        "InvalidOptionGroupStateFault",
        "",
        "AWS is changing a database with the group, or a persistent option is in use: wait until that ends",
    ),
    (
        "rds.parameter_group",
        "DeleteDBParameterGroup",
        "InvalidDBParameterGroupState",
        "",
        "a database still uses the group, or AWS is changing it: wait until that ends",
    ),
    (
        "rds.subnet_group",
        "CreateDBSubnetGroup",
        "DBSubnetGroupDoesNotCoverEnoughAZs",
        "",
        "write subnets in at least two availability zones",
    ),
    (
        "rds.subnet_group",
        "ModifyDBSubnetGroup",
        "SubnetAlreadyInUse",
        "",
        "a database runs in a subnet that is not in the list: add that subnet to the list",
    ),
    (
        "rds.subnet_group",
        "DeleteDBSubnetGroup",
        "InvalidDBSubnetGroupStateFault",
        "",
        "a database still uses the group: delete that first",
    ),
    (
        "route53.hosted_zone",
        "DeleteHostedZone",
        "HostedZoneNotEmpty",
        "",
        "delete the zone's records first: all except NS and SOA at its top",
    ),
    (
        "route53.hosted_zone",
        "CreateHostedZone",
        "ConflictingDomainExists",
        "",
        "another zone with that name has the same VPC or delegation set",
    ),
    (
        "route53.record",
        "GetChange",
        "AccessDenied",
        "",
        "the change is made; allow route53:GetChange, or write 'wait_for_sync: False'",
    ),
    (
        "route53.record",
        "GetChange",
        "",
        "PENDING",
        "the change is made, and AWS spreads it to the name servers: run again to see the result",
    ),
    (
        "route53.record",
        "ChangeResourceRecordSets",
        "InvalidChangeBatch",
        "",
        "check name, type and values; no other record may have the name of a CNAME, and a CNAME cannot be at the zone's top",
    ),
    (
        "s3.bucket",
        "CreateBucket",
        "BucketAlreadyExists",
        "",
        "another account has a bucket of this name: choose another one",
    ),
    (
        "s3.bucket",
        "PutBucketAcl",
        "AccessControlListNotSupported",
        "",
        "the bucket takes no ACL: declare 'ObjectOwnership: BucketOwnerPreferred', or leave 'ACL' out",
    ),
    (
        "s3.bucket",
        "PutBucketPolicy",
        "AccessDenied",
        "",
        "the credentials do not allow this, or PublicAccessBlock of the bucket or the account forbids public access",
    ),
    (
        "s3.bucket",
        "CreateBucket",
        "IllegalLocationConstraintException",
        "",
        "the bucket and the connection are in different regions: set 'region'",
    ),
    (
        "s3.bucket",
        "DeleteBucket",
        "BucketNotEmpty",
        "",
        "objects were added to the bucket after this run read it: run again",
    ),
];

fn error(operation: &'static str, code: &str, message: &str) -> ApiError {
    let fault = if code.is_empty() { Fault::Other } else { Fault::of_code(code) };
    let code = Some(code.to_owned()).filter(|code| !code.is_empty());
    let subject =
        if message == CLASSIC { "web from EC2-Classic group amazon-elb/amazon-elb-sg" } else { "myapp" };
    ApiError { code, ..ApiError::found(operation, subject, fault, message) }
}

/// What is printed: the advice of the kind, else that for all services.
fn advice(kind: &str, error: &ApiError) -> Option<String> {
    let kind = kinds().find(|it| it.kind() == kind);
    kind.and_then(|kind| kind.advice(error)).or_else(|| error.advice().map(str::to_owned))
}

/// True if this build has the kind.
fn is_built(kind: &str) -> bool {
    kind.is_empty() || kinds().any(|it| it.kind() == kind)
}

#[test]
fn each_failed_call_has_its_advice() {
    let mut wrong = vec![];
    for (kind, operation, code, message, expected) in ROWS {
        let given = advice(kind, &error(operation, code, message));
        if is_built(kind) && given.as_deref() != Some(*expected) {
            wrong.push(format!("{kind} {operation} {code}: {given:?}, expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn another_failure_does_not_have_it() {
    for (kind, _, _, _, expected) in ROWS {
        let other = advice(kind, &error("ListTagsOfResource", "SomethingElse", "for another reason"));
        assert_ne!(other.as_deref(), Some(*expected), "{kind}");
    }
}

#[test]
fn silence_and_two_things_of_a_name_have_advice_too() {
    let silence = ApiError::found("CreateQueue", "jobs", Fault::NoAnswer, "connection refused");
    let looks = "check network, region name and endpoint; running again is safe, because it looks first";
    assert_eq!(advice("", &silence).as_deref(), Some(looks));
    for (kind, operation, expected) in [
        (
            "route53.hosted_zone",
            "ListHostedZonesByName",
            "choose one with 'split_dns: True' and 'private_zone', or with HostedZoneId",
        ),
        ("route53.record", "ListResourceRecordSets", "choose one with 'identifier' (or SetIdentifier)"),
    ] {
        let two = ApiError::found(operation, "example.com", Fault::Ambiguous, "there are two");
        assert!(!is_built(kind) || advice(kind, &two).as_deref() == Some(expected), "{kind}");
    }
}
