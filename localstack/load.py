"""Has the local AWS load its services, by one read of each. Worlds that are forked from it need not load them again."""

import seed

READS = {
    "acm": "list_certificates", "apigateway": "get_rest_apis", "autoscaling": "describe_auto_scaling_groups",
    "cloudcontrol": "list_resource_requests", "cloudformation": "describe_stacks", "cloudfront": "list_distributions",
    "cloudtrail": "describe_trails", "cloudwatch": "describe_alarms", "cognito-identity": "list_identity_pools",
    "dynamodb": "list_tables", "ec2": "describe_vpcs", "efs": "describe_file_systems",
    "elasticache": "describe_cache_clusters", "elb": "describe_load_balancers", "elbv2": "describe_load_balancers",
    "es": "list_domain_names", "events": "list_rules", "iam": "list_users", "iot": "list_policies",
    "kinesis": "list_streams", "kms": "list_keys", "lambda": "list_functions", "logs": "describe_log_groups",
    "opensearch": "list_domain_names", "rds": "describe_db_instances", "route53": "list_hosted_zones", "s3": "list_buckets",
    "secretsmanager": "list_secrets", "sns": "list_topics", "sqs": "list_queues", "ssm": "describe_parameters",
    "sts": "get_caller_identity",
}
#: What a read must say, where the service asks for something.
FIELDS = {"cognito-identity": {"MaxResults": 1}}


def load(client, service):
    """Calls the read of a service."""
    getattr(client(service), READS[service])(**FIELDS.get(service, {}))


def main():
    """Calls the read of each service."""
    client = seed.clients(seed.endpoint_of(seed.arguments(__doc__).parse_args()))
    for service in READS:
        load(client, service)


if __name__ == "__main__":
    main()
