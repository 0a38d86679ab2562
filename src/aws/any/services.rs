//! The services that can be called by name, with the facts that a call needs. The names are boto3's.
//!
//! The facts come from AWS's API models, see <https://github.com/aws/api-models-aws>. REST services (S3, Route 53,
//! Lambda, API Gateway, EFS, CloudFront) are not in the list, because each of their operations has its own path.

use super::Protocol::{self, Ec2, Json, Query};

/// A service.
#[derive(Debug, PartialEq)]
pub struct Service {
    /// Its name in boto3.
    pub name: &'static str,
    /// Its name in signatures.
    pub(super) signing: &'static str,
    /// The first part of its host name.
    pub(super) host: &'static str,
    /// How it accepts parameters.
    pub(super) protocol: Protocol,
    /// True for a service with one host, whose signatures name `us-east-1`.
    pub(super) is_global: bool,
}

/// The service of that name.
pub fn find(name: &str) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.name == name)
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    SERVICES.iter().map(|service| service.name)
}

const fn service(
    name: &'static str,
    host: &'static str,
    signing: &'static str,
    protocol: Protocol,
) -> Service {
    Service { name, signing, host, protocol, is_global: false }
}

/// EFS, a REST service: [`super::rest`] makes its calls.
pub static EFS: Service = service("efs", "elasticfilesystem", "elasticfilesystem", Protocol::Rest);

/// OpenSearch Service, which takes REST too.
pub static OPENSEARCH: Service = service("opensearch", "es", "es", Protocol::Rest);

const SERVICES: &[Service] = &[
    service("acm", "acm", "acm", Json("1.1", "CertificateManager")),
    service(
        "application-autoscaling",
        "application-autoscaling",
        "application-autoscaling",
        Json("1.1", "AnyScaleFrontendService"),
    ),
    service("athena", "athena", "athena", Json("1.1", "AmazonAthena")),
    service("autoscaling", "autoscaling", "autoscaling", Query("2011-01-01")),
    service("cloudcontrol", "cloudcontrolapi", "cloudcontrolapi", Json("1.0", "CloudApiService")),
    service("cloudformation", "cloudformation", "cloudformation", Query("2010-05-15")),
    service(
        "cloudtrail",
        "cloudtrail",
        "cloudtrail",
        Json("1.1", "com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101"),
    ),
    service("cloudwatch", "monitoring", "monitoring", Json("1.0", "GraniteServiceVersion20100801")),
    service("codebuild", "codebuild", "codebuild", Json("1.1", "CodeBuild_20161006")),
    service("codecommit", "codecommit", "codecommit", Json("1.1", "CodeCommit_20150413")),
    service("codedeploy", "codedeploy", "codedeploy", Json("1.1", "CodeDeploy_20141006")),
    service("codepipeline", "codepipeline", "codepipeline", Json("1.1", "CodePipeline_20150709")),
    service(
        "cognito-identity",
        "cognito-identity",
        "cognito-identity",
        Json("1.1", "AWSCognitoIdentityService"),
    ),
    service("cognito-idp", "cognito-idp", "cognito-idp", Json("1.1", "AWSCognitoIdentityProviderService")),
    service("config", "config", "config", Json("1.1", "StarlingDoveService")),
    service("dax", "dax", "dax", Json("1.1", "AmazonDAXV3")),
    service("directconnect", "directconnect", "directconnect", Json("1.1", "OvertureService")),
    service("dms", "dms", "dms", Json("1.1", "AmazonDMSv20160101")),
    service("ds", "ds", "ds", Json("1.1", "DirectoryService_20150416")),
    service("dynamodb", "dynamodb", "dynamodb", Json("1.0", "DynamoDB_20120810")),
    service("ec2", "ec2", "ec2", Ec2("2016-11-15")),
    service(
        "ec2-instance-connect",
        "ec2-instance-connect",
        "ec2-instance-connect",
        Json("1.1", "AWSEC2InstanceConnectService"),
    ),
    service("ecr", "api.ecr", "ecr", Json("1.1", "AmazonEC2ContainerRegistry_V20150921")),
    service("ecs", "ecs", "ecs", Json("1.1", "AmazonEC2ContainerServiceV20141113")),
    service("elasticache", "elasticache", "elasticache", Query("2015-02-02")),
    service("elasticbeanstalk", "elasticbeanstalk", "elasticbeanstalk", Query("2010-12-01")),
    service("elb", "elasticloadbalancing", "elasticloadbalancing", Query("2012-06-01")),
    service("elbv2", "elasticloadbalancing", "elasticloadbalancing", Query("2015-12-01")),
    service("emr", "elasticmapreduce", "elasticmapreduce", Json("1.1", "ElasticMapReduce")),
    service("events", "events", "events", Json("1.1", "AWSEvents")),
    service("firehose", "firehose", "firehose", Json("1.1", "Firehose_20150804")),
    service("glue", "glue", "glue", Json("1.1", "AWSGlue")),
    Service { name: "iam", signing: "iam", host: "iam", protocol: Query("2010-05-08"), is_global: true },
    service("inspector", "inspector", "inspector", Json("1.1", "InspectorService")),
    service("kinesis", "kinesis", "kinesis", Json("1.1", "Kinesis_20131202")),
    service("kms", "kms", "kms", Json("1.1", "TrentService")),
    service("lightsail", "lightsail", "lightsail", Json("1.1", "Lightsail_20161128")),
    service("logs", "logs", "logs", Json("1.1", "Logs_20140328")),
    service("organizations", "organizations", "organizations", Json("1.1", "AWSOrganizationsV20161128")),
    service("rds", "rds", "rds", Query("2014-10-31")),
    service("redshift", "redshift", "redshift", Query("2012-12-01")),
    service(
        "resourcegroupstaggingapi",
        "tagging",
        "tagging",
        Json("1.1", "ResourceGroupsTaggingAPI_20170126"),
    ),
    service("route53domains", "route53domains", "route53domains", Json("1.1", "Route53Domains_v20140515")),
    service("sagemaker", "api.sagemaker", "sagemaker", Json("1.1", "SageMaker")),
    service("secretsmanager", "secretsmanager", "secretsmanager", Json("1.1", "secretsmanager")),
    service("service-quotas", "servicequotas", "servicequotas", Json("1.1", "ServiceQuotasV20190624")),
    service("servicecatalog", "servicecatalog", "servicecatalog", Json("1.1", "AWS242ServiceCatalogService")),
    service(
        "servicediscovery",
        "servicediscovery",
        "servicediscovery",
        Json("1.1", "Route53AutoNaming_v20170314"),
    ),
    service("shield", "shield", "shield", Json("1.1", "AWSShield_20160616")),
    service("sns", "sns", "sns", Query("2010-03-31")),
    service("sqs", "sqs", "sqs", Json("1.0", "AmazonSQS")),
    service("ssm", "ssm", "ssm", Json("1.1", "AmazonSSM")),
    service("stepfunctions", "states", "states", Json("1.0", "AWSStepFunctions")),
    service("storagegateway", "storagegateway", "storagegateway", Json("1.1", "StorageGateway_20130630")),
    service("sts", "sts", "sts", Query("2011-06-15")),
    service("support", "support", "support", Json("1.1", "AWSSupport_20130415")),
    service("swf", "swf", "swf", Json("1.0", "SimpleWorkflowService")),
    service("transfer", "transfer", "transfer", Json("1.1", "TransferService")),
    service("waf-regional", "waf-regional", "waf-regional", Json("1.1", "AWSWAF_Regional_20161128")),
    service("wafv2", "wafv2", "wafv2", Json("1.1", "AWSWAF_20190729")),
    service("workspaces", "workspaces", "workspaces", Json("1.1", "WorkspacesService")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_there_once() {
        let all: Vec<&str> = names().collect();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
        assert!(find("s3").is_none() && find("ssm").is_some());
    }
}
