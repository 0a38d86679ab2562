"""Checks each correction twice: it must hold on the corrected server and must fail on moto as it is.

So a correction that moto no longer needs, or a check that proves nothing, is told here.
Run by ./test: localstack/.venv/bin/python -m unittest discover -s localstack -p 'check_*.py'
"""

import functools
import http.client
import io
import json
import pathlib
import subprocess
import sys
import unittest
import urllib.request
import zipfile

import cbor
import corrections
import seed
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.parsers import ResponseParserError

HERE = pathlib.Path(__file__).resolve().parent
ONCE = Config(retries={"total_max_attempts": 1})
FAILURES = (AssertionError, ClientError, KeyError, ResponseParserError)
HTTP = {"Protocol": "HTTP", "LoadBalancerPort": 80, "InstanceProtocol": "HTTP", "InstancePort": 8080}
HTTPS = {"Protocol": "HTTPS", "LoadBalancerPort": 443, "InstanceProtocol": "HTTP", "InstancePort": 8080,
         "SSLCertificateId": "arn:aws:iam::123456789012:server-certificate/example-com"}


@functools.cache
def client_of(endpoint, service):
    """Makes a client once: making one costs more than most checks."""
    session = seed.boto3.session.Session("test", "test", region_name="us-east-1")
    return session.client(service, endpoint_url=endpoint, config=ONCE)


class Account:
    """One empty account and what the checks do with it."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        urllib.request.urlopen(urllib.request.Request(f"{endpoint}/moto-api/reset", method="POST"), timeout=30)
        for service in ("autoscaling", "dynamodb", "ec2", "elasticache", "elb", "elbv2", "iam", "lambda", "rds", "route53", "s3", "sqs"):
            setattr(self, service.replace("lambda", "awslambda"), client_of(endpoint, service))

    def table(self, **more):
        self.dynamodb.create_table(TableName="t", KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}], BillingMode="PAY_PER_REQUEST",
                                   AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}], **more)

    def function(self, name="f"):
        trust = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"},
                                                         "Action": "sts:AssumeRole"}]}
        role = self.iam.create_role(RoleName=name, AssumeRolePolicyDocument=json.dumps(trust))["Role"]["Arn"]
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("index.py", "def handler(event, context): return 1")
        self.awslambda.create_function(FunctionName=name, Runtime="python3.13", Role=role, Handler="index.handler",
                                       Code={"ZipFile": packed.getvalue()})

    def balancer(self, *listeners, name="web", zones=("us-east-1a",)):
        self.elb.create_load_balancer(LoadBalancerName=name, Listeners=list(listeners) or [HTTP], AvailabilityZones=list(zones))

    def database(self, name, **more):
        self.rds.create_db_instance(DBInstanceIdentifier=name, DBInstanceClass="db.t4g.small", Engine="mysql", AllocatedStorage=20,
                                    MasterUsername="admin", MasterUserPassword="correct-horse", **more)
        return {"DBInstanceIdentifier": name}

    def described(self):
        return self.elb.describe_load_balancers(LoadBalancerNames=["web"])["LoadBalancerDescriptions"][0]

    def attributes(self, **given):
        if given:
            self.elb.modify_load_balancer_attributes(LoadBalancerName="web", LoadBalancerAttributes=given)
        return self.elb.describe_load_balancer_attributes(LoadBalancerName="web")["LoadBalancerAttributes"]

    def asg(self, name="one", size=0, zones=("us-east-1a", "us-east-1b", "us-east-1c"), **more):
        held = self.autoscaling.describe_launch_configurations(LaunchConfigurationNames=["lc"])["LaunchConfigurations"]
        if not held:
            self.autoscaling.create_launch_configuration(
                LaunchConfigurationName="lc", ImageId="ami-0a1b2c3d4e5f60001", InstanceType="t3.micro")
        self.autoscaling.create_auto_scaling_group(
            AutoScalingGroupName=name, LaunchConfigurationName="lc", MinSize=size, MaxSize=size,
            AvailabilityZones=list(zones), **more)

    def group(self, name="one"):
        return self.autoscaling.describe_auto_scaling_groups(AutoScalingGroupNames=[name])["AutoScalingGroups"][0]

    def policy(self, group="one", name="ScaleUp", by=1):
        return self.autoscaling.put_scaling_policy(
            AutoScalingGroupName=group, PolicyName=name, AdjustmentType="ChangeInCapacity", ScalingAdjustment=by)

    def change(self, zone, *changes):
        batch = [{"Action": action, "ResourceRecordSet": {"Name": f"{name}.example.com.", "Type": "CNAME", "TTL": 60,
                  "ResourceRecords": [{"Value": value}]}} for action, name, value in changes]
        self.route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": batch})

    def records(self, zone):
        found = self.route53.list_resource_record_sets(HostedZoneId=zone)["ResourceRecordSets"]
        return {r["Name"]: r["ResourceRecords"][0]["Value"] for r in found if r["Type"] == "CNAME"}


def code_of(call, **fields):
    """Gives the error code of a call that must be refused."""
    try:
        call(**fields)
    except ClientError as error:
        return error.response["Error"]["Code"]
    return "accepted"


def elb_01_default_health_check(t, aws):
    aws.balancer()
    t.assertEqual(aws.described()["HealthCheck"], {"Target": "TCP:8080", "Interval": 30, "Timeout": 5,
                                                   "UnhealthyThreshold": 2, "HealthyThreshold": 10})


def elb_02_instance_protocol(t, aws):
    aws.balancer(HTTPS)
    aws.elb.create_load_balancer_listeners(LoadBalancerName="web", Listeners=[HTTPS | {"LoadBalancerPort": 8443}])
    listeners = [d["Listener"]["InstanceProtocol"] for d in aws.described()["ListenerDescriptions"]]
    t.assertEqual(listeners, ["HTTP", "HTTP"])


def elb_03_unknown_balancer(t, aws):
    calls = (aws.elb.describe_load_balancer_attributes, aws.elb.describe_instance_health)
    t.assertEqual({code_of(call, LoadBalancerName="web") for call in calls}, {"LoadBalancerNotFound"})
    attributes = {"CrossZoneLoadBalancing": {"Enabled": True}}
    code = code_of(aws.elb.modify_load_balancer_attributes, LoadBalancerName="web", LoadBalancerAttributes=attributes)
    t.assertEqual(code, "LoadBalancerNotFound")


def elb_04_delete_listeners(t, aws):
    aws.balancer(*[HTTP | {"LoadBalancerPort": port} for port in (80, 81, 82)])
    aws.elb.delete_load_balancer_listeners(LoadBalancerName="web", LoadBalancerPorts=[80, 81])
    t.assertEqual([d["Listener"]["LoadBalancerPort"] for d in aws.described()["ListenerDescriptions"]], [82])


def elb_05_attributes(t, aws):
    aws.balancer()
    t.assertEqual(aws.attributes()["ConnectionDraining"], {"Enabled": False, "Timeout": 300})
    aws.attributes(ConnectionDraining={"Enabled": True, "Timeout": 20}, CrossZoneLoadBalancing={"Enabled": True})
    after = aws.attributes(ConnectionSettings={"IdleTimeout": 90})
    t.assertEqual(after["ConnectionDraining"], {"Enabled": True, "Timeout": 20})
    t.assertEqual(after["AdditionalAttributes"], [{"Key": "elb.http.desyncmitigationmode", "Value": "defensive"}])


def elb_06_security_groups_never_empty(t, aws):
    aws.balancer()
    code = code_of(aws.elb.apply_security_groups_to_load_balancer, LoadBalancerName="web", SecurityGroups=[])
    t.assertEqual(code, "InvalidConfigurationRequest")


def elb_07_default_ssl_policy(t, aws):
    aws.balancer(HTTP, HTTPS)
    balancer = aws.described()
    t.assertEqual([d["PolicyNames"] for d in balancer["ListenerDescriptions"]], [[], ["ELBSecurityPolicy-2016-08"]])
    t.assertEqual(balancer["Policies"]["OtherPolicies"], ["ELBSecurityPolicy-2016-08"])


def elb_37_health_of_every_registered_instance(t, aws):
    aws.balancer()
    aws.elb.register_instances_with_load_balancer(LoadBalancerName="web", Instances=[{"InstanceId": "i-0123456789abcdef0"}])
    states = aws.elb.describe_instance_health(LoadBalancerName="web")["InstanceStates"]
    t.assertEqual([(s["InstanceId"], s["State"]) for s in states], [("i-0123456789abcdef0", "OutOfService")])


def elb_38_registered_instances_are_answered(t, aws):
    aws.balancer()
    one, two = {"InstanceId": "i-0123456789abcdef0"}, {"InstanceId": "i-0123456789abcdef1"}
    said = aws.elb.register_instances_with_load_balancer(LoadBalancerName="web", Instances=[one, two])
    t.assertEqual(said["Instances"], [one, two])
    said = aws.elb.deregister_instances_from_load_balancer(LoadBalancerName="web", Instances=[one])
    t.assertEqual(said["Instances"], [two])


def asg_08_policies_belong_to_a_group(t, aws):
    aws.asg("one"), aws.asg("two")
    first, second = aws.policy("one")["PolicyARN"], aws.policy("two", by=2)["PolicyARN"]
    held = aws.autoscaling.describe_policies(AutoScalingGroupName="one")["ScalingPolicies"]
    t.assertEqual([(p["PolicyARN"], p["ScalingAdjustment"]) for p in held], [(first, 1)])
    t.assertEqual(aws.policy("one", by=3)["PolicyARN"], first)
    aws.autoscaling.delete_policy(AutoScalingGroupName="one", PolicyName="ScaleUp")
    t.assertNotEqual(aws.policy("one")["PolicyARN"], first)
    aws.autoscaling.delete_policy(PolicyName=second)
    t.assertEqual(aws.autoscaling.describe_policies(AutoScalingGroupName="two")["ScalingPolicies"], [])
    t.assertEqual(code_of(aws.policy, group="three"), "ValidationError")


def asg_09_scheduled_actions_belong_to_a_group(t, aws):
    for group, size in (("one", 1), ("two", 2)):
        aws.asg(group)
        aws.autoscaling.put_scheduled_update_group_action(
            AutoScalingGroupName=group, ScheduledActionName="night", Recurrence="0 0 * * *", MinSize=size)
    aws.autoscaling.delete_scheduled_action(AutoScalingGroupName="two", ScheduledActionName="night")
    held = aws.autoscaling.describe_scheduled_actions()["ScheduledUpdateGroupActions"]
    t.assertEqual([(a["AutoScalingGroupName"], a["MinSize"]) for a in held], [("one", 1)])


def asg_10_notifications_and_metrics(t, aws):
    aws.asg()
    group, topic = {"AutoScalingGroupName": "one"}, {"TopicARN": "arn:aws:sns:us-east-1:123456789012:myapp-alerts"}
    launch = "autoscaling:EC2_INSTANCE_LAUNCH"
    aws.autoscaling.put_notification_configuration(**group, **topic, NotificationTypes=[launch])
    told = aws.autoscaling.describe_notification_configurations(AutoScalingGroupNames=["one"])
    t.assertEqual(told["NotificationConfigurations"], [group | topic | {"NotificationType": launch}])
    aws.autoscaling.delete_notification_configuration(**group, **topic)
    t.assertEqual(aws.autoscaling.describe_notification_configurations()["NotificationConfigurations"], [])
    aws.autoscaling.enable_metrics_collection(**group, Granularity="1Minute", Metrics=["GroupMinSize", "GroupMaxSize"])
    aws.autoscaling.disable_metrics_collection(**group, Metrics=["GroupMinSize"])
    t.assertEqual([metric["Metric"] for metric in aws.group()["EnabledMetrics"]], ["GroupMaxSize"])


def asg_11_group_without_subnets(t, aws):
    aws.asg()
    t.assertEqual(aws.group().get("VPCZoneIdentifier"), "")


def asg_12_instances_spread(t, aws):
    aws.asg(size=6)
    zones = [instance["AvailabilityZone"] for instance in aws.group()["Instances"]]
    t.assertEqual({zone: zones.count(zone) for zone in zones}, {"us-east-1a": 2, "us-east-1b": 2, "us-east-1c": 2})


def asg_13_launch_configuration_in_use(t, aws):
    aws.asg()
    delete = aws.autoscaling.delete_launch_configuration
    t.assertEqual(code_of(delete, LaunchConfigurationName="lc"), "ResourceInUse")
    t.assertEqual(code_of(delete, LaunchConfigurationName="none"), "ValidationError")
    aws.autoscaling.delete_auto_scaling_group(AutoScalingGroupName="one", ForceDelete=True)
    t.assertEqual(code_of(delete, LaunchConfigurationName="lc"), "accepted")


def asg_139_public_address_unset(t, aws):
    settings = {"ImageId": "ami-12c6146b", "InstanceType": "t3.micro"}
    for name, said in (("unset", {}), ("off", {"AssociatePublicIpAddress": False}), ("on", {"AssociatePublicIpAddress": True})):
        aws.autoscaling.create_launch_configuration(LaunchConfigurationName=name, **settings, **said)
        shown = aws.autoscaling.describe_launch_configurations(LaunchConfigurationNames=[name])["LaunchConfigurations"][0]
        t.assertEqual(shown.get("AssociatePublicIpAddress"), said.get("AssociatePublicIpAddress"), name)


def asg_24_deletion(t, aws):
    aws.asg(size=1)
    aws.policy()
    delete = aws.autoscaling.delete_auto_scaling_group
    t.assertEqual(code_of(delete, AutoScalingGroupName="one"), "ResourceInUse")
    t.assertEqual(code_of(delete, AutoScalingGroupName="one", ForceDelete=True), "accepted")
    t.assertEqual(aws.autoscaling.describe_policies()["ScalingPolicies"], [])


def asg_25_update_keeps_and_sets(t, aws):
    aws.asg(DefaultCooldown=0)
    t.assertEqual((aws.group()["DefaultCooldown"], aws.group()["HealthCheckGracePeriod"]), (0, 0))
    aws.autoscaling.update_auto_scaling_group(
        AutoScalingGroupName="one", DefaultCooldown=60, TerminationPolicies=["OldestInstance"])
    t.assertEqual(aws.group()["DefaultCooldown"], 60)
    aws.autoscaling.update_auto_scaling_group(AutoScalingGroupName="one", MaxSize=3)
    t.assertEqual((aws.group()["DefaultCooldown"], aws.group()["TerminationPolicies"]), (60, ["OldestInstance"]))
    aws.autoscaling.update_auto_scaling_group(AutoScalingGroupName="one", MaxInstanceLifetime=86400, CapacityRebalance=True)
    t.assertEqual((aws.group()["MaxInstanceLifetime"], aws.group()["CapacityRebalance"]), (86400, True))


def asg_95_instances_remember_their_launch(t, aws):
    aws.asg(size=1)
    aws.autoscaling.create_launch_configuration(
        LaunchConfigurationName="other", ImageId="ami-0a1b2c3d4e5f60001", InstanceType="t3.small")
    aws.autoscaling.update_auto_scaling_group(AutoScalingGroupName="one", LaunchConfigurationName="other")
    t.assertEqual(aws.group()["Instances"][0]["LaunchConfigurationName"], "lc")


def asg_96_instance_refresh(t, aws):
    aws.asg(size=2)
    before = {instance["InstanceId"] for instance in aws.group()["Instances"]}
    started = aws.autoscaling.start_instance_refresh(AutoScalingGroupName="one", Preferences={"MinHealthyPercentage": 50})
    told = aws.autoscaling.describe_instance_refreshes(
        AutoScalingGroupName="one", InstanceRefreshIds=[started["InstanceRefreshId"]])["InstanceRefreshes"][0]
    t.assertEqual((told["Status"], told["PercentageComplete"]), ("Successful", 100))
    after = {instance["InstanceId"] for instance in aws.group()["Instances"]}
    t.assertEqual((len(after), after & before), (2, set()))
    t.assertEqual(code_of(aws.autoscaling.cancel_instance_refresh, AutoScalingGroupName="one"), "ActiveInstanceRefreshNotFound")


def asg_97_hooks_as_they_were_put(t, aws):
    hook = {"LifecycleHookName": "drain", "LifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING"}
    aws.asg(LifecycleHookSpecificationList=[{**hook, "HeartbeatTimeout": 60}])
    aws.autoscaling.put_lifecycle_hook(AutoScalingGroupName="one", LifecycleHookName="drain", NotificationMetadata="x")
    told = aws.autoscaling.describe_lifecycle_hooks(AutoScalingGroupName="one")["LifecycleHooks"][0]
    t.assertEqual((told["HeartbeatTimeout"], told["NotificationMetadata"], told.get("RoleARN")), (60, "x", None))
    aws.autoscaling.delete_auto_scaling_group(AutoScalingGroupName="one")
    aws.asg()
    t.assertEqual(aws.autoscaling.describe_lifecycle_hooks(AutoScalingGroupName="one")["LifecycleHooks"], [])


def ec2_98_launch_templates(t, aws):
    tags = [{"ResourceType": "launch-template", "Tags": [{"Key": "team", "Value": "a"}]}]
    aws.ec2.create_launch_template(
        LaunchTemplateName="web", LaunchTemplateData={"InstanceType": "t3.small"}, TagSpecifications=tags)
    template = aws.ec2.describe_launch_templates()["LaunchTemplates"][0]["LaunchTemplateId"]
    aws.ec2.create_tags(Resources=[template], Tags=[{"Key": "team", "Value": "b"}])
    aws.ec2.create_launch_template_version(LaunchTemplateId=template, LaunchTemplateData={"UserData": "aGVsbG8="})
    described = aws.ec2.describe_launch_templates()["LaunchTemplates"][0]
    t.assertEqual(described["Tags"], [{"Key": "team", "Value": "b"}])
    versions = aws.ec2.describe_launch_template_versions(LaunchTemplateId=template)["LaunchTemplateVersions"]
    said = {version["VersionNumber"]: version["LaunchTemplateData"] for version in versions}
    t.assertEqual((said[1].get("TagSpecifications"), said[2]["UserData"]), (None, "aGVsbG8="))
    aws.ec2.modify_launch_template(LaunchTemplateId=template, DefaultVersion="2")
    gone = aws.ec2.delete_launch_template_versions(LaunchTemplateId=template, Versions=["1", "2"])
    t.assertEqual(len(gone["SuccessfullyDeletedLaunchTemplateVersions"]), 1)
    left = aws.ec2.describe_launch_template_versions(LaunchTemplateId=template)["LaunchTemplateVersions"]
    t.assertEqual([version["VersionNumber"] for version in left], [2])


def ec2_93_egress_only_gateways_by_filter(t, aws):
    vpc = aws.ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    for name in ("one", "two"):
        tags = [{"ResourceType": "egress-only-internet-gateway", "Tags": [{"Key": "Name", "Value": name}]}]
        aws.ec2.create_egress_only_internet_gateway(VpcId=vpc, TagSpecifications=tags)
    found = aws.ec2.describe_egress_only_internet_gateways(Filters=[{"Name": "tag:Name", "Values": ["two"]}])
    t.assertEqual(len(found["EgressOnlyInternetGateways"]), 1)


def ec2_132_acls_and_endpoints_by_id(t, aws):
    vpc = aws.ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    acl = aws.ec2.create_network_acl(VpcId=vpc)["NetworkAcl"]["NetworkAclId"]
    found = aws.ec2.describe_network_acls(Filters=[{"Name": "network-acl-id", "Values": [acl]}])
    t.assertEqual([it["NetworkAclId"] for it in found["NetworkAcls"]], [acl])
    made = aws.ec2.create_vpc_endpoint(VpcId=vpc, ServiceName="com.amazonaws.us-east-1.s3")["VpcEndpoint"]
    wanted = made["VpcEndpointId"]
    found = aws.ec2.describe_vpc_endpoints(Filters=[{"Name": "vpc-endpoint-id", "Values": [wanted]}])
    t.assertEqual([it["VpcEndpointId"] for it in found["VpcEndpoints"]], [wanted])


def s3_133_the_owner_pays(t, aws):
    aws.s3.create_bucket(Bucket="owner-pays")
    t.assertEqual(aws.s3.get_bucket_request_payment(Bucket="owner-pays")["Payer"], "BucketOwner")


def ec2_94_network_acl_entries(t, aws):
    vpc = aws.ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    acl = aws.ec2.create_network_acl(VpcId=vpc)["NetworkAcl"]["NetworkAclId"]
    entry = {"NetworkAclId": acl, "RuleNumber": 5, "Egress": True}
    aws.ec2.create_network_acl_entry(
        **entry, Protocol="1", RuleAction="allow", CidrBlock="10.0.0.0/8", IcmpTypeCode={"Type": 8, "Code": -1})
    entries = aws.ec2.describe_network_acls(NetworkAclIds=[acl])["NetworkAcls"][0]["Entries"]
    t.assertEqual(entries[-1]["IcmpTypeCode"], {"Type": 8, "Code": -1})
    delete = aws.ec2.delete_network_acl_entry
    t.assertEqual(code_of(delete, NetworkAclId=acl, RuleNumber=7, Egress=False), "InvalidNetworkAclEntry.NotFound")


def asg_26_add_to_load_balancer(t, aws):
    aws.balancer()
    aws.asg(LoadBalancerNames=["web"])
    aws.autoscaling.suspend_processes(AutoScalingGroupName="one", ScalingProcesses=["AddToLoadBalancer"])
    aws.autoscaling.update_auto_scaling_group(AutoScalingGroupName="one", MinSize=2, MaxSize=2)
    t.assertEqual((len(aws.group()["Instances"]), aws.described()["Instances"]), (2, []))


def iam_14_older_policy_version(t, aws):
    allow = {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}
    trust = json.dumps({"Version": "2008-10-17", "Statement": [allow]})
    aws.iam.create_role(RoleName="app", AssumeRolePolicyDocument=trust)
    t.assertEqual(code_of(aws.iam.update_assume_role_policy, RoleName="app", PolicyDocument=trust), "accepted")


ALLOW = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]})


def iam_71_attached_policies_stay(t, aws):
    arn = aws.iam.create_policy(PolicyName="p", PolicyDocument=ALLOW)["Policy"]["Arn"]
    aws.iam.create_user(UserName="me")
    aws.iam.attach_user_policy(UserName="me", PolicyArn=arn)
    t.assertEqual(code_of(aws.iam.delete_policy, PolicyArn=arn), "DeleteConflict")
    aws.iam.detach_user_policy(UserName="me", PolicyArn=arn)
    t.assertEqual(code_of(aws.iam.delete_policy, PolicyArn=arn), "accepted")


def iam_72_users_with_belongings_stay(t, aws):
    aws.iam.create_user(UserName="me")
    aws.iam.create_group(GroupName="us")
    for make, undo in (
        (lambda: aws.iam.create_login_profile(UserName="me", Password="x" * 20),
         lambda _: aws.iam.delete_login_profile(UserName="me")),
        (lambda: aws.iam.create_access_key(UserName="me")["AccessKey"]["AccessKeyId"],
         lambda key: aws.iam.delete_access_key(UserName="me", AccessKeyId=key)),
        (lambda: aws.iam.add_user_to_group(UserName="me", GroupName="us"),
         lambda _: aws.iam.remove_user_from_group(UserName="me", GroupName="us")),
    ):
        made = make()
        t.assertEqual(code_of(aws.iam.delete_user, UserName="me"), "DeleteConflict")
        undo(made)
    t.assertEqual(code_of(aws.iam.delete_user, UserName="me"), "accepted")


def iam_73_groups_with_members_stay(t, aws):
    aws.iam.create_group(GroupName="us")
    aws.iam.put_group_policy(GroupName="us", PolicyName="p", PolicyDocument=ALLOW)
    t.assertEqual(code_of(aws.iam.delete_group, GroupName="us"), "DeleteConflict")
    aws.iam.delete_group_policy(GroupName="us", PolicyName="p")
    t.assertEqual(code_of(aws.iam.delete_group, GroupName="us"), "accepted")


def iam_74_service_specific_credentials(t, aws):
    t.assertEqual(code_of(aws.iam.list_service_specific_credentials, UserName="me"), "NoSuchEntity")
    aws.iam.create_user(UserName="me")
    t.assertEqual(aws.iam.list_service_specific_credentials(UserName="me")["ServiceSpecificCredentials"], [])


def iam_75_certificates_and_providers_have_names_of_their_own(t, aws):
    certificate = {"ServerCertificateName": "c", "CertificateBody": "x", "PrivateKey": "y"}
    aws.iam.upload_server_certificate(**certificate)
    t.assertEqual(code_of(aws.iam.upload_server_certificate, **certificate), "EntityAlreadyExists")
    provider = {"Name": "p", "SAMLMetadataDocument": "x" * 1000}
    aws.iam.create_saml_provider(**provider)
    t.assertEqual(code_of(aws.iam.create_saml_provider, **provider), "EntityAlreadyExists")


def iam_77_groups_move(t, aws):
    aws.iam.create_group(GroupName="us")
    aws.iam.update_group(GroupName="us", NewPath="/team/")
    t.assertEqual(aws.iam.get_group(GroupName="us")["Group"]["Path"], "/team/")


def route53_16_batches_as_a_whole(t, aws):
    zone = aws.route53.create_hosted_zone(Name="example.com.", CallerReference="x")["HostedZone"]["Id"]
    aws.change(zone, ("CREATE", "a", "one.example.net"), ("CREATE", "b", "one.example.net"))
    aws.change(zone, ("DELETE", "a", "one.example.net"), ("CREATE", "a", "two.example.net"))
    aws.change(zone, ("DELETE", "a", "two.example.net"), ("CREATE", "a", "one.example.net"))
    t.assertEqual(aws.records(zone)["a.example.com."], "one.example.net")
    refused = (("CREATE", "c", "x.example.net"), ("CREATE", "b", "x.example.net"))
    t.assertEqual(code_of(lambda: aws.change(zone, *refused)), "InvalidChangeBatch")
    t.assertNotIn("c.example.com.", aws.records(zone))


def cloudwatch_35_speaks_cbor(test, account):
    signed = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/monitoring/aws4_request, SignedHeaders=host, Signature=0"
    headers = {"Authorization": signed, "Content-Type": "application/cbor", "Smithy-Protocol": "rpc-v2-cbor"}

    def call(name, asked):
        path = f"/service/GraniteServiceVersion20100801/operation/{name}"
        host = http.client.HTTPConnection(account.endpoint.removeprefix("http://"), timeout=30)
        host.request("POST", path, cbor.encoded(asked), headers)
        answer = host.getresponse()
        test.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "application/cbor"))
        return cbor.decoded(answer.read())

    call("PutMetricAlarm", {
        "AlarmName": "busy", "MetricName": "m", "Namespace": "n", "Statistic": "Sum", "Threshold": 1.5, "Period": 60,
        "EvaluationPeriods": 2, "ComparisonOperator": "GreaterThanThreshold"})
    [alarm] = call("DescribeAlarms", {"AlarmNames": ["busy"]})["MetricAlarms"]
    test.assertEqual((alarm["Threshold"], alarm["Period"]), (1.5, 60))


def elasticache_20_clusters_and_subnet_groups_change(t, aws):
    cache, name = aws.elasticache, {"CacheClusterId": "jobs"}
    cache.create_cache_subnet_group(CacheSubnetGroupName="inner", CacheSubnetGroupDescription="x", SubnetIds=["subnet-1"])
    cache.create_cache_cluster(**name, Engine="memcached", CacheNodeType="cache.t3.micro", NumCacheNodes=1, CacheSubnetGroupName="inner")
    cache.modify_cache_cluster(**name, NumCacheNodes=2, PreferredMaintenanceWindow="mon:03:00-mon:04:00")
    [cluster] = cache.describe_cache_clusters(**name)["CacheClusters"]
    t.assertEqual((cluster["NumCacheNodes"], cluster["PreferredMaintenanceWindow"]), (2, "mon:03:00-mon:04:00"))
    cache.modify_cache_subnet_group(CacheSubnetGroupName="inner", CacheSubnetGroupDescription="y", SubnetIds=["subnet-2"])
    [group] = cache.describe_cache_subnet_groups(CacheSubnetGroupName="inner")["CacheSubnetGroups"]
    told = (group["CacheSubnetGroupDescription"], [subnet["SubnetIdentifier"] for subnet in group["Subnets"]])
    t.assertEqual(told, ("y", ["subnet-2"]))
    t.assertEqual(code_of(cache.delete_cache_subnet_group, CacheSubnetGroupName="inner"), "CacheSubnetGroupInUse")
    cache.create_cache_subnet_group(CacheSubnetGroupName="free", CacheSubnetGroupDescription="x", SubnetIds=["subnet-1"])
    cache.delete_cache_subnet_group(CacheSubnetGroupName="free")
    t.assertEqual(code_of(cache.describe_cache_subnet_groups, CacheSubnetGroupName="free"), "CacheSubnetGroupNotFoundFault")


def rds_110_subnet_groups_are_made_once_and_change(t, aws):
    subnets = [subnet["SubnetId"] for subnet in aws.ec2.describe_subnets()["Subnets"]][:2]
    group = {"DBSubnetGroupName": "inner", "DBSubnetGroupDescription": "x"}
    aws.rds.create_db_subnet_group(**group, SubnetIds=subnets)
    t.assertEqual(code_of(aws.rds.create_db_subnet_group, **group, SubnetIds=subnets), "DBSubnetGroupAlreadyExists")
    aws.rds.modify_db_subnet_group(DBSubnetGroupName="inner", DBSubnetGroupDescription="y", SubnetIds=subnets[:1])
    [found] = aws.rds.describe_db_subnet_groups(DBSubnetGroupName="inner")["DBSubnetGroups"]
    told = (found["DBSubnetGroupDescription"], [subnet["SubnetIdentifier"] for subnet in found["Subnets"]])
    t.assertEqual(told, ("y", subnets[:1]))


def rds_111_unknown_parameter_group(t, aws):
    t.assertEqual(code_of(aws.rds.describe_db_parameter_groups, DBParameterGroupName="none"), "DBParameterGroupNotFound")


def rds_126_parameters_tell_who_set_them(t, aws):
    aws.rds.create_db_parameter_group(DBParameterGroupName="a", DBParameterGroupFamily="mysql8.0", Description="x")
    parameter = {"ParameterName": "max_connections", "ParameterValue": "200", "ApplyMethod": "immediate"}
    aws.rds.modify_db_parameter_group(DBParameterGroupName="a", Parameters=[parameter])
    [found] = aws.rds.describe_db_parameters(DBParameterGroupName="a")["Parameters"]
    t.assertEqual((found["ParameterValue"], found["Source"]), ("200", "user"))


def rds_114_modifications_wait_for_the_maintenance_window(t, aws):
    database = aws.database("db")
    aws.rds.modify_db_instance(**database, AllocatedStorage=40, CopyTagsToSnapshot=True)
    [found] = aws.rds.describe_db_instances(**database)["DBInstances"]
    told = (found["AllocatedStorage"], found["PendingModifiedValues"], found["CopyTagsToSnapshot"])
    t.assertEqual(told, (20, {"AllocatedStorage": 40}, True))
    aws.rds.modify_db_instance(**database, DBPortNumber=3307, ApplyImmediately=True)
    [found] = aws.rds.describe_db_instances(**database)["DBInstances"]
    told = (found["AllocatedStorage"], found["PendingModifiedValues"], found["Endpoint"]["Port"])
    t.assertEqual(told, (40, {}, 3307))


def rds_115_replicas_are_made_once_and_are_themselves(t, aws):
    replica = {"DBInstanceIdentifier": "copy", "SourceDBInstanceIdentifier": "db"}
    database = aws.database("db", Tags=[{"Key": "team", "Value": "a"}], BackupRetentionPeriod=0)
    t.assertEqual(code_of(aws.rds.create_db_instance_read_replica, **replica), "InvalidDBInstanceState")
    aws.rds.modify_db_instance(**database, BackupRetentionPeriod=1, ApplyImmediately=True)
    aws.rds.create_db_instance_read_replica(**replica)
    t.assertEqual(code_of(aws.rds.create_db_instance_read_replica, **replica), "DBInstanceAlreadyExists")
    [found] = aws.rds.describe_db_instances(DBInstanceIdentifier="copy")["DBInstances"]
    t.assertEqual((found["TagList"], found["ReadReplicaSourceDBInstanceIdentifier"]), ([], "db"))


def rds_118_clusters_are_made_once_and_stay_available(t, aws):
    cluster = {"DBClusterIdentifier": "main"}
    new = {"Engine": "aurora-mysql", "MasterUsername": "admin", "MasterUserPassword": "correct-horse"}
    aws.rds.create_db_cluster(**cluster, **new)
    t.assertEqual(code_of(aws.rds.create_db_cluster, **cluster, **new), "DBClusterAlreadyExistsFault")
    aws.rds.modify_db_cluster(**cluster, EnableIAMDatabaseAuthentication=True)
    [found] = aws.rds.describe_db_clusters(**cluster)["DBClusters"]
    t.assertEqual((found["Status"], found["IAMDatabaseAuthenticationEnabled"]), ("available", True))


def rds_119_automated_snapshots_go_with_their_cluster(t, aws):
    new = {"Engine": "aurora-mysql", "MasterUsername": "admin", "MasterUserPassword": "correct-horse"}
    aws.rds.create_db_cluster(DBClusterIdentifier="main", **new)
    aws.rds.delete_db_cluster(DBClusterIdentifier="main", SkipFinalSnapshot=True)
    t.assertEqual(aws.rds.describe_db_cluster_snapshots()["DBClusterSnapshots"], [])


def rds_136_options_are_kept_and_shown_whole(t, aws):
    group = {"OptionGroupName": "a"}
    aws.rds.create_option_group(**group, EngineName="mysql", MajorEngineVersion="8.0", OptionGroupDescription="x")
    for more in ({"Port": 11212, "VpcSecurityGroupMemberships": ["sg-1"]}, {"OptionSettings": [{"Name": "CHUNK_SIZE", "Value": "32"}]}):
        aws.rds.modify_option_group(**group, OptionsToInclude=[{"OptionName": "MEMCACHED", **more}])
    [found] = aws.rds.describe_option_groups(**group)["OptionGroupsList"][0]["Options"]
    settings = {setting["Name"]: (setting["Value"], setting["DefaultValue"]) for setting in found["OptionSettings"]}
    t.assertEqual((found["Port"], found["VpcSecurityGroupMemberships"]), (11212, [{"VpcSecurityGroupId": "sg-1", "Status": "active"}]))
    t.assertEqual((settings["CHUNK_SIZE"], settings["CAS_DISABLED"]), (("32", "48"), ("0", "0")))
    t.assertEqual(code_of(aws.rds.modify_option_group, **group, OptionsToInclude=[{"OptionName": "NONE"}]), "InvalidParameterValue")


def rds_137_option_groups_are_found_or_not(t, aws):
    t.assertEqual(aws.rds.describe_option_groups()["OptionGroupsList"], [])
    aws.rds.create_option_group(OptionGroupName="a", EngineName="mysql", MajorEngineVersion="8.0", OptionGroupDescription="x")
    t.assertEqual([it["OptionGroupName"] for it in aws.rds.describe_option_groups()["OptionGroupsList"]], ["a"])
    database = aws.database("db")
    t.assertEqual(code_of(aws.rds.modify_db_instance, **database, OptionGroupName="none"), "OptionGroupNotFoundFault")


def elbv2_51_deregistering_twice(t, aws):
    vpc = aws.ec2.describe_vpcs()["Vpcs"][0]["VpcId"]
    made = aws.elbv2.create_target_group(Name="web", Protocol="HTTP", Port=80, VpcId=vpc, TargetType="ip")
    group, target = made["TargetGroups"][0]["TargetGroupArn"], [{"Id": "10.0.0.1", "Port": 80}]
    t.assertEqual(code_of(aws.elbv2.deregister_targets, TargetGroupArn=group, Targets=target), "accepted")


def subnets_of(aws, count=2):
    return [subnet["SubnetId"] for subnet in aws.ec2.describe_subnets()["Subnets"]][:count]


def elbv2_81_balancers_are_made_once(t, aws):
    two, make = subnets_of(aws), aws.elbv2.create_load_balancer
    arns = {make(Name="web", Subnets=two)["LoadBalancers"][0]["LoadBalancerArn"] for _ in range(2)}
    t.assertEqual(len(arns), 1)
    t.assertEqual(code_of(make, Name="web", Subnets=two, Scheme="internal"), "DuplicateLoadBalancerName")
    [web] = aws.elbv2.describe_load_balancers(Names=["web"])["LoadBalancers"]
    t.assertEqual((web["Scheme"], len(web["SecurityGroups"])), ("internet-facing", 1))
    told = aws.elbv2.describe_load_balancer_attributes(LoadBalancerArn=web["LoadBalancerArn"])["Attributes"]
    t.assertIn({"Key": "idle_timeout.timeout_seconds", "Value": "60"}, told)
    mapping = {"SubnetId": two[0], "PrivateIPv4Address": "172.31.0.9"}
    [net] = make(Name="net", Type="network", SubnetMappings=[mapping], Tags=[{"Key": "a", "Value": "1"}])["LoadBalancers"]
    t.assertIn(":loadbalancer/net/net/", net["LoadBalancerArn"])
    t.assertEqual(net["AvailabilityZones"][0]["LoadBalancerAddresses"], [{"PrivateIPv4Address": "172.31.0.9"}])
    [tagged] = aws.elbv2.describe_tags(ResourceArns=[net["LoadBalancerArn"]])["TagDescriptions"]
    t.assertEqual(tagged["Tags"], [{"Key": "a", "Value": "1"}])


def elbv2_82_unknown_names(t, aws):
    aws.elbv2.create_load_balancer(Name="web", Subnets=subnets_of(aws))
    t.assertEqual(code_of(aws.elbv2.describe_load_balancers, Names=["web", "other"]), "LoadBalancerNotFound")


def elbv2_83_protected_balancers_stay(t, aws):
    arn = aws.elbv2.create_load_balancer(Name="web", Subnets=subnets_of(aws))["LoadBalancers"][0]["LoadBalancerArn"]
    on = [{"Key": "deletion_protection.enabled", "Value": "true"}]
    aws.elbv2.modify_load_balancer_attributes(LoadBalancerArn=arn, Attributes=on)
    t.assertEqual(code_of(aws.elbv2.delete_load_balancer, LoadBalancerArn=arn), "OperationNotPermitted")


def elbv2_84_network_balancers_in_one_zone(t, aws):
    two = subnets_of(aws)
    made = aws.elbv2.create_load_balancer(Name="net", Type="network", Subnets=two)["LoadBalancers"][0]
    told = aws.elbv2.set_subnets(LoadBalancerArn=made["LoadBalancerArn"], Subnets=two[:1])["AvailabilityZones"]
    t.assertEqual([zone["SubnetId"] for zone in told], two[:1])


FINE = [{"Type": "fixed-response", "FixedResponseConfig": {"StatusCode": "200"}}]


def listener(aws, **fields):
    arn = aws.elbv2.create_load_balancer(Name="web", Subnets=subnets_of(aws))["LoadBalancers"][0]["LoadBalancerArn"]
    return aws.elbv2.create_listener(**{"LoadBalancerArn": arn, "Protocol": "HTTP", "Port": 80, "DefaultActions": FINE} | fields)["Listeners"][0]


def elbv2_86_listeners_are_made_once(t, aws):
    made = listener(aws)
    t.assertNotIn("SslPolicy", made)
    same = {"LoadBalancerArn": made["LoadBalancerArn"], "Protocol": "HTTP", "Port": 80}
    again = aws.elbv2.create_listener(**same, DefaultActions=FINE)["Listeners"][0]
    t.assertEqual(again["ListenerArn"], made["ListenerArn"])
    other = [{"Type": "fixed-response", "FixedResponseConfig": {"StatusCode": "404"}}]
    t.assertEqual(code_of(aws.elbv2.create_listener, **same, DefaultActions=other), "DuplicateListener")


def elbv2_87_listeners_change(t, aws):
    arns = [aws.iam.upload_server_certificate(ServerCertificateName=name, CertificateBody=name, PrivateKey=name)[
        "ServerCertificateMetadata"]["Arn"] for name in ("one", "two", "three")]
    arn = listener(aws, Protocol="HTTPS", Port=443, Certificates=[{"CertificateArn": arns[0]}])["ListenerArn"]
    aws.elbv2.add_listener_certificates(ListenerArn=arn, Certificates=[{"CertificateArn": arns[1]}])
    aws.elbv2.modify_listener(ListenerArn=arn, Certificates=[{"CertificateArn": arns[2]}])
    told = aws.elbv2.describe_listener_certificates(ListenerArn=arn)["Certificates"]
    t.assertEqual([one["CertificateArn"] for one in told], [arns[2], arns[1]])
    aws.elbv2.modify_listener(ListenerArn=arn, MutualAuthentication={"Mode": "passthrough"})
    told = aws.elbv2.describe_listeners(ListenerArns=[arn])["Listeners"][0]
    t.assertEqual(told["MutualAuthentication"]["Mode"], "passthrough")


def elbv2_88_actions_are_told_whole(t, aws):
    oidc = {"Issuer": "https://id", "AuthorizationEndpoint": "https://id/a", "TokenEndpoint": "https://id/t",
            "UserInfoEndpoint": "https://id/u", "ClientId": "c", "ClientSecret": "s"}
    redirect = {"Type": "redirect", "RedirectConfig": {"Port": "443", "StatusCode": "HTTP_301"}, "Order": 2}
    made = listener(aws, DefaultActions=[{"Type": "authenticate-oidc", "AuthenticateOidcConfig": oidc, "Order": 1}, redirect])
    [sign_in, away] = made["DefaultActions"]
    t.assertNotIn("ClientSecret", sign_in["AuthenticateOidcConfig"])
    t.assertEqual(sign_in["AuthenticateOidcConfig"]["SessionTimeout"], 604800)
    t.assertEqual(away["RedirectConfig"]["Path"], "/#{path}")


def elbv2_89_fifty_tags(t, aws):
    tags = [{"Key": str(number), "Value": "x"} for number in range(11)]
    arn = listener(aws)["ListenerArn"]
    aws.elbv2.add_tags(ResourceArns=[arn], Tags=tags[:10])
    t.assertEqual(code_of(aws.elbv2.add_tags, ResourceArns=[arn], Tags=tags[10:]), "accepted")


def ec2_53_dhcp_options_keep_their_tags(t, aws):
    tags = {"ResourceType": "dhcp-options", "Tags": [{"Key": "Name", "Value": "lab"}]}
    options = [{"Key": "domain-name", "Values": ["lab.example.com"]}]
    aws.ec2.create_dhcp_options(DhcpConfigurations=options, TagSpecifications=[tags])
    by_name = [{"Name": "tag:Name", "Values": ["lab"]}]
    t.assertEqual([found["Tags"] for found in aws.ec2.describe_dhcp_options(Filters=by_name)["DhcpOptions"]], [tags["Tags"]])


def ec2_124_old_clients_get_old_answers(t, aws):
    bodies = []
    aws.ec2.meta.events.register("before-parse.ec2.DescribeVpcs", lambda response_dict, **_: bodies.append(response_dict["body"]))
    aws.ec2.describe_vpcs()
    t.assertLess(bodies[0].index(b"<vpcId>"), bodies[0].index(b"<cidrBlockAssociationSet>"))


def s3_58_answers_have_their_roots(t, aws):
    roots = []
    aws.s3.create_bucket(Bucket="roots-of-answers")

    def note(response_dict, **_):
        roots.append(response_dict["body"].split(b">")[1].strip(b" \n</").split(b" ")[0])

    for operation in ("GetBucketVersioning", "GetBucketNotificationConfiguration"):
        aws.s3.meta.events.register(f"before-parse.s3.{operation}", note)
    aws.s3.get_bucket_versioning(Bucket="roots-of-answers")
    aws.s3.get_bucket_notification_configuration(Bucket="roots-of-answers")
    t.assertEqual(roots, [b"VersioningConfiguration", b"NotificationConfiguration"])


def elasticache_36_deleted_is_gone(t, aws):
    cache, name = aws.elasticache, {"CacheClusterId": "jobs"}
    cache.create_cache_cluster(**name, Engine="memcached", CacheNodeType="cache.t3.micro", NumCacheNodes=1)
    cache.delete_cache_cluster(**name)
    t.assertEqual(cache.describe_cache_clusters()["CacheClusters"], [])


def asg_39_lifecycle_actions(t, aws):
    def state():
        return [i["LifecycleState"] for i in aws.autoscaling.describe_auto_scaling_instances()["AutoScalingInstances"]]

    aws.asg(size=0)
    for name, transition in (("in", "LAUNCHING"), ("out", "TERMINATING")):
        aws.autoscaling.put_lifecycle_hook(AutoScalingGroupName="one", LifecycleHookName=name,
                                           LifecycleTransition=f"autoscaling:EC2_INSTANCE_{transition}")
    aws.autoscaling.update_auto_scaling_group(AutoScalingGroupName="one", MinSize=1, MaxSize=1, DesiredCapacity=1)
    t.assertEqual(state(), ["Pending:Wait"])
    instance = aws.autoscaling.describe_auto_scaling_instances()["AutoScalingInstances"][0]["InstanceId"]
    about = {"AutoScalingGroupName": "one", "InstanceId": instance}
    aws.autoscaling.record_lifecycle_action_heartbeat(LifecycleHookName="in", **about)
    aws.autoscaling.complete_lifecycle_action(LifecycleHookName="in", LifecycleActionResult="CONTINUE", **about)
    t.assertEqual(state(), ["InService"])
    t.assertEqual(code_of(aws.autoscaling.record_lifecycle_action_heartbeat, LifecycleHookName="in", **about), "ValidationError")
    aws.autoscaling.terminate_instance_in_auto_scaling_group(InstanceId=instance, ShouldDecrementDesiredCapacity=False)
    t.assertEqual(state(), ["Terminating:Wait"])
    aws.autoscaling.complete_lifecycle_action(LifecycleHookName="out", LifecycleActionResult="CONTINUE", **about)
    t.assertNotIn("Terminating:Wait", state())


def lambda_120_statements_have_ids_of_their_own(t, aws):
    aws.function()
    statement = {"FunctionName": "f", "StatementId": "a", "Action": "lambda:InvokeFunction", "Principal": "123456789012"}
    aws.awslambda.add_permission(**statement)
    t.assertEqual(code_of(aws.awslambda.add_permission, **statement), "ResourceConflictException")
    policy = json.loads(aws.awslambda.get_policy(FunctionName="f")["Policy"])
    t.assertEqual([one["Principal"] for one in policy["Statement"]], [{"AWS": "arn:aws:iam::123456789012:root"}])


def lambda_121_all_settings_change(t, aws):
    aws.function()
    queue = "arn:aws:sqs:us-east-1:123456789012:lost"
    aws.awslambda.update_function_configuration(
        FunctionName="f", TracingConfig={"Mode": "Active"}, DeadLetterConfig={"TargetArn": queue}, EphemeralStorage={"Size": 1024})
    aws.awslambda.put_function_concurrency(FunctionName="f", ReservedConcurrentExecutions=0)
    told = aws.awslambda.get_function(FunctionName="f")
    settings = told["Configuration"]
    t.assertEqual((settings["TracingConfig"]["Mode"], settings["EphemeralStorage"]["Size"]), ("Active", 1024))
    t.assertEqual(settings["DeadLetterConfig"], {"TargetArn": queue})
    t.assertEqual(told["Concurrency"], {"ReservedConcurrentExecutions": 0})


def lambda_122_nothing_is_invoked(t, aws):
    aws.function()
    t.assertNotIn("FunctionError", aws.awslambda.invoke(FunctionName="f"))


def lambda_124_second_ones_are_refused(t, aws):
    aws.function()
    aws.sqs.create_queue(QueueName="jobs")
    alias = {"FunctionName": "f", "Name": "live", "FunctionVersion": "$LATEST"}
    mapping = {"FunctionName": "f", "EventSourceArn": "arn:aws:sqs:us-east-1:123456789012:jobs"}
    aws.awslambda.create_alias(**alias)
    aws.awslambda.create_event_source_mapping(**mapping)
    codes = [code_of(aws.awslambda.create_alias, **alias), code_of(aws.awslambda.create_event_source_mapping, **mapping)]
    t.assertEqual(codes, ["ResourceConflictException"] * 2)


def dynamodb_130_streams_begin_anew(t, aws):
    aws.table(StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
    for stream in ({"StreamEnabled": False}, {"StreamEnabled": True, "StreamViewType": "OLD_IMAGE"}):
        aws.dynamodb.update_table(TableName="t", StreamSpecification=stream)
    t.assertEqual(aws.dynamodb.describe_table(TableName="t")["Table"]["StreamSpecification"]["StreamViewType"], "OLD_IMAGE")


def dynamodb_131_encryption_changes(t, aws):
    aws.table()
    aws.dynamodb.update_table(TableName="t", SSESpecification={"Enabled": True, "SSEType": "KMS"})
    t.assertEqual(aws.dynamodb.describe_table(TableName="t")["Table"]["SSEDescription"]["Status"], "ENABLED")


class Corrections(unittest.TestCase):
    """Runs every check on both servers."""

    @classmethod
    def setUpClass(cls):
        cls.servers, cls.endpoints = [], {}
        for kind, more in (("corrected", []), ("as it is", ["--uncorrected"])):
            command = [sys.executable, str(HERE / "server.py"), "--while-stdin-is-open", *more]
            server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            cls.servers.append(server)
            cls.endpoints[kind] = server.stdout.readline().strip().removeprefix("endpoint=")

    @classmethod
    def tearDownClass(cls):
        for server in cls.servers:
            server.stdin.close()
            server.wait(timeout=30)
            server.stdout.close()

    def test_every_correction_holds_and_is_needed(self):
        for correction in corrections.CORRECTIONS:
            check = globals().get(correction.__name__)
            with self.subTest(correction.__name__):
                self.assertIsNotNone(check, "no check of that name in check_corrections.py")
                check(self, Account(self.endpoints["corrected"]))
                with self.assertRaises(FAILURES, msg="moto does this by itself"):
                    check(self, Account(self.endpoints["as it is"]))

    def test_every_correction_has_its_row_in_the_coverage_table(self):
        rows = (HERE / "COVERAGE.md").read_text(encoding="utf-8")
        for correction in corrections.CORRECTIONS:
            self.assertIn(f"`{correction.__name__}`", rows)

    def test_every_correction_names_the_documentation(self):
        for correction in corrections.CORRECTIONS:
            self.assertIn("https://docs.aws.amazon.com/", correction.__doc__)


class Seed(unittest.TestCase):
    """Seeds twice."""

    def test_seeding_twice_leaves_one_of_each(self):
        server = subprocess.Popen([sys.executable, str(HERE / "server.py"), "--while-stdin-is-open"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            endpoint = server.stdout.readline().strip().removeprefix("endpoint=")
            for _ in range(2):
                subprocess.run([sys.executable, str(HERE / "seed.py"), "--endpoint", endpoint], check=True)
            client = seed.clients(endpoint)
            zones = client("route53").list_hosted_zones()["HostedZones"]
            self.assertEqual([zone["Name"] for zone in zones], ["example.com."])
            self.assertEqual(len(client("ec2").describe_subnets(Filters=seed.named("main-a"))["Subnets"]), 1)
            certificate = client("iam").get_server_certificate(ServerCertificateName="example-com")
            arn = certificate["ServerCertificate"]["ServerCertificateMetadata"]["Arn"]
            self.assertEqual(arn, "arn:aws:iam::123456789012:server-certificate/example-com")
        finally:
            server.stdin.close()
            server.wait(timeout=30)
            server.stdout.close()


if __name__ == "__main__":
    unittest.main()
