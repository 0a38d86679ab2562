"""Checks the strict layer: each test has a world of its own on one server. Run by ./test with check_corrections.py."""

import concurrent.futures
import datetime
import http.client
import json
import os
import pathlib
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request

import cbor
import seed
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionClosedError

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
# What the SDK checks itself is what the server is to check.
RAW = Config(retries={"total_max_attempts": 1}, parameter_validation=False)
TRUST = json.dumps({"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}]})
POLICY = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sqs:*", "Resource": "*"}]})
LISTENER = {"Protocol": "HTTP", "LoadBalancerPort": 80, "InstanceProtocol": "HTTP", "InstancePort": 8080}
SESSION = seed.boto3.session.Session("test", "test", region_name="us-east-1")
IMAGE = "ami-0a1b2c3d4e5f60001"


def post(endpoint, path, told):
    """Sends one request to the control endpoint."""
    request = urllib.request.Request(endpoint + path, data=json.dumps(told).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class World(unittest.TestCase):
    """A server for all tests, and a world for each."""

    @classmethod
    def setUpClass(cls):
        command = [sys.executable, str(HERE / "server.py"), "--while-stdin-is-open", "--strict"]
        cls.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        cls.session = SESSION
        cls.template = cls.server.stdout.readline().strip().removeprefix("endpoint=")

    @classmethod
    def tearDownClass(cls):
        cls.server.stdin.close()
        cls.server.wait(timeout=30)
        cls.server.stdout.close()

    def setUp(self):
        self.endpoint = post(self.template, "/strict/world", {})["endpoint"]
        self.addCleanup(post, self.endpoint, "/strict/end", {})
        self.clients = {}

    def set(self, **told):
        return post(self.endpoint, "/strict", told)

    def aws(self, service):
        if service not in self.clients:
            self.clients[service] = self.session.client(service, endpoint_url=self.endpoint, config=RAW)
        return self.clients[service]

    def refused(self, code, call, **fields):
        """The call is refused with this code; gives the message."""
        with self.assertRaises(ClientError) as refused:
            call(**fields)
        self.assertEqual(refused.exception.response["Error"]["Code"], code)
        return refused.exception.response["Error"]["Message"]

    def gone(self, code, call, **fields):
        """The call is refused with this code, now or before long."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                call(**fields)
            except ClientError as error:
                return self.assertEqual(error.response["Error"]["Code"], code)
            time.sleep(0.05)
        self.fail(f"{code} never came")

    def until(self, code, call, **fields):
        """The call is refused with this code for a while, and then carried out."""
        self.refused(code, call, **fields)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                return call(**fields)
            except ClientError as error:
                self.assertEqual(error.response["Error"]["Code"], code)
                time.sleep(0.05)
        self.fail(f"{code} never ended")

    def role(self, name="app"):
        self.aws("iam").create_role(RoleName=name, AssumeRolePolicyDocument=TRUST)

    def balancer(self, *groups):
        self.aws("elb").create_load_balancer(
            LoadBalancerName="web", Listeners=[LISTENER], AvailabilityZones=["us-east-1a"], SecurityGroups=list(groups))

    def group(self, name):
        return self.aws("ec2").create_security_group(GroupName=name, Description="for a check")["GroupId"]

    def asg(self, size=0, launch="lc"):
        autoscaling = self.aws("autoscaling")
        autoscaling.create_launch_configuration(LaunchConfigurationName=launch, ImageId=IMAGE, InstanceType="t3.micro")
        autoscaling.create_auto_scaling_group(
            AutoScalingGroupName="web", LaunchConfigurationName=launch, MinSize=size, MaxSize=size,
            AvailabilityZones=["us-east-1a"])


class Requests(World):
    """Requests are checked as AWS does, in each protocol."""

    def test_query(self):
        told = self.refused("ValidationError", self.aws("iam").create_role, RoleName="x" * 65, AssumeRolePolicyDocument=TRUST)
        self.assertIn("at 'roleName' failed to satisfy constraint: Member must have length less than or equal to 64", told)
        told = self.refused("ValidationError", self.aws("iam").create_role, RoleName="a b")
        self.assertIn("2 validation errors detected: Value null at 'assumeRolePolicyDocument'", told)
        self.refused("ValidationError", self.aws("elb").configure_health_check, LoadBalancerName="web", HealthCheck={
            "Target": "TCP:80", "Interval": 301, "Timeout": 5, "UnhealthyThreshold": 2, "HealthyThreshold": 2})

    def test_ec2(self):
        told = self.refused("MissingParameter", self.aws("ec2").create_security_group, GroupName="a")
        self.assertEqual(told, "The request must contain the parameter Description")
        self.refused("InvalidParameterValue", self.aws("ec2").create_security_group, GroupName="sg-a", Description="x")
        self.refused("InvalidParameterValue", self.aws("ec2").create_security_group, GroupName="a", Description="früh")

    def test_json(self):
        self.refused("InvalidParameterValue", self.aws("sqs").create_queue, QueueName="a b")
        self.refused("MissingParameter", self.aws("sqs").create_queue)
        told = self.refused("InvalidAttributeValue", self.aws("sqs").create_queue, QueueName="a",
                            Attributes={"VisibilityTimeout": "43201"})
        self.assertEqual(told, "Invalid value for the parameter VisibilityTimeout.")

    def test_rest_xml(self):
        zone = self.aws("route53").create_hosted_zone(Name="example.net.", CallerReference="x")["HostedZone"]["Id"]
        record = {"Name": "a.example.net.", "Type": "NONE", "TTL": 60, "ResourceRecords": [{"Value": "192.0.2.1"}]}
        self.refused("InvalidInput", self.aws("route53").change_resource_record_sets, HostedZoneId=zone,
                     ChangeBatch={"Changes": [{"Action": "CREATE", "ResourceRecordSet": record}]})

    def test_cbor(self):
        signed = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/monitoring/aws4_request, SignedHeaders=host, Signature=0"
        headers = {"Authorization": signed, "Content-Type": "application/cbor", "Smithy-Protocol": "rpc-v2-cbor"}
        host = http.client.HTTPConnection(self.endpoint.removeprefix("http://"), timeout=30)
        body = cbor.encoded({"AlarmName": "a" * 256, "EvaluationPeriods": 1, "ComparisonOperator": "Roughly"})
        host.request("POST", "/service/GraniteServiceVersion20100801/operation/PutMetricAlarm", body, headers)
        answer = host.getresponse()
        told = cbor.decoded(answer.read())
        self.assertEqual((answer.status, told["__type"]), (400, "com.amazonaws.cloudwatch#ValidationError"))
        self.assertIn("2 validation errors detected", told["message"])

    def test_operations_of_s3_have_names(self):
        s3 = self.aws("s3")
        s3.create_bucket(Bucket="files")
        s3.put_object(Bucket="files", Key="a/b", Body=b"x")
        calls = {
            "GetBucketPolicy": lambda: s3.get_bucket_policy(Bucket="files"),
            "PutBucketTagging": lambda: s3.put_bucket_tagging(Bucket="files", Tagging={"TagSet": []}),
            "DeleteBucketLifecycle": lambda: s3.delete_bucket_lifecycle(Bucket="files"),
            "ListObjectVersions": lambda: s3.list_object_versions(Bucket="files"),
            "GetObject": lambda: s3.get_object(Bucket="files", Key="a/b"),
            "DeleteBucket": lambda: s3.delete_bucket(Bucket="files"),
        }
        for name, call in calls.items():
            self.set(rules=[{"do": "deny", "call": name}])
            self.refused("AccessDenied", call)

    def test_bodies_go_through_whole(self):
        s3 = self.aws("s3")
        s3.create_bucket(Bucket="files")
        s3.put_object(Bucket="files", Key="a", Body=b"content" * 1000)
        self.assertEqual(s3.head_object(Bucket="files", Key="a")["ContentLength"], 7000)
        self.assertEqual(s3.get_object(Bucket="files", Key="a")["Body"].read(), b"content" * 1000)
        host = http.client.HTTPConnection(self.endpoint.removeprefix("http://"), timeout=30)
        signed = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
        host.request("PUT", "/files/b", iter([b"in ", b"chunks"]), {"Authorization": signed}, encode_chunked=True)
        self.assertEqual(host.getresponse().status, 200)
        self.assertEqual(s3.get_object(Bucket="files", Key="b")["Body"].read(), b"in chunks")

    def test_without_checks_everything_reaches_moto(self):
        self.set(checks=False)
        names = [f"lc-{number}" for number in range(60)]
        told = self.aws("autoscaling").describe_launch_configurations(LaunchConfigurationNames=names)
        self.assertEqual(told["LaunchConfigurations"], [])

    def test_nearly_every_pattern_of_the_services_in_use_is_checked(self):
        from moto.core.utils import get_service_model
        from strict import validation

        unknown = set()
        for service in ("autoscaling", "cloudwatch", "ec2", "elasticache", "elb", "elbv2", "iam", "rds", "route53", "sqs", "sts"):
            model = get_service_model(service)
            for name in model.shape_names:
                pattern = model.shape_for(name).metadata.get("pattern")
                if pattern and validation.compile_pattern(pattern) is None:
                    unknown.add(pattern)
        self.assertLessEqual(len(unknown), 1, unknown)


class Limits(World):
    """What only the documentation says."""

    def test_every_limit_names_a_page_of_aws(self):
        from strict import limits, pages

        for limit in limits.LIMITS:
            self.assertTrue(limit.source.startswith("https://docs.aws.amazon.com/"), limit)
        for name, (_, source) in pages.SIZES.items():
            self.assertTrue(source.startswith("https://docs.aws.amazon.com/"), name)

    def test_lists(self):
        many = [f"name-{number}" for number in range(101)]
        for service, call, name, most in (
            ("autoscaling", "describe_launch_configurations", "LaunchConfigurationNames", 50),
            ("autoscaling", "describe_auto_scaling_groups", "AutoScalingGroupNames", 50),
            ("elb", "describe_load_balancers", "LoadBalancerNames", 20),
            ("elb", "describe_tags", "LoadBalancerNames", 20),
            ("elbv2", "describe_load_balancers", "Names", 20),
            ("cloudwatch", "describe_alarms", "AlarmNames", 100),
        ):
            with self.subTest(call):
                code = "ValidationException" if service == "cloudwatch" else "ValidationError"
                self.refused(code, getattr(self.aws(service), call), **{name: many[:most + 1]})
                try:
                    getattr(self.aws(service), call)(**{name: many[:most]})
                except ClientError as error:
                    self.assertIn("NotFound", error.response["Error"]["Code"])

    def test_more_groups_with_a_larger_page(self):
        names = [f"name-{number}" for number in range(100)]
        told = self.aws("autoscaling").describe_auto_scaling_groups(AutoScalingGroupNames=names, MaxRecords=100)
        self.assertEqual(told["AutoScalingGroups"], [])

    def test_record_batches(self):
        route53 = self.aws("route53")
        zone = route53.create_hosted_zone(Name="example.net.", CallerReference="x")["HostedZone"]["Id"]

        def batch(action, count, value="192.0.2.1", kind="A"):
            records = [{"Value": value} for _ in range(count)]
            record = {"Name": "a.example.net.", "Type": kind, "TTL": 60, "ResourceRecords": records}
            return {"HostedZoneId": zone, "ChangeBatch": {"Changes": [{"Action": action, "ResourceRecordSet": record}]}}

        change = route53.change_resource_record_sets
        self.assertIn("Number of records limit of 1000", self.refused("InvalidChangeBatch", change, **batch("UPSERT", 501)))
        self.assertIn("Number of records limit of 1000", self.refused("InvalidChangeBatch", change, **batch("CREATE", 1001)))
        text = '"' + "x" * 198 + '"'
        self.assertIn("Number of characters", self.refused("InvalidChangeBatch", change, **batch("UPSERT", 81, text, "TXT")))
        change(**batch("UPSERT", 80, text, "TXT"))

    def test_pages_have_aws_sizes_and_shorter_ones_on_demand(self):
        for number in range(3):
            self.role(f"role-{number}")
        self.assertFalse(self.aws("iam").list_roles()["IsTruncated"])
        self.set(page=2)
        first = self.aws("iam").list_roles()
        self.assertEqual((first["IsTruncated"], len(first["Roles"])), (True, 2))
        rest = self.aws("iam").list_roles(Marker=first["Marker"])
        self.assertEqual((rest["IsTruncated"], len(rest["Roles"])), (False, 1))


    def test_pages_are_cut_also_where_moto_cuts_none(self):
        for number in range(3):
            self.aws("iam").create_instance_profile(InstanceProfileName=f"profile-{number}")
            self.aws("elb").create_load_balancer(LoadBalancerName=f"web-{number}", AvailabilityZones=["us-east-1a"], Listeners=[
                {"Protocol": "HTTP", "LoadBalancerPort": 80, "InstancePort": 80}])
            vpc = self.aws("ec2").create_vpc(CidrBlock=f"10.{number}.0.0/16")["Vpc"]["VpcId"]
            self.aws("ec2").create_route_table(VpcId=vpc)
        self.role()
        for number in range(3):
            self.aws("iam").add_role_to_instance_profile(InstanceProfileName=f"profile-{number}", RoleName="app")
        calls = [("iam", "list_instance_profiles_for_role", "InstanceProfiles", {"RoleName": "app"}),
                 ("iam", "list_instance_profiles", "InstanceProfiles", {}), ("elb", "describe_load_balancers", "LoadBalancerDescriptions", {}),
                 ("ec2", "describe_vpcs", "Vpcs", {}), ("ec2", "describe_route_tables", "RouteTables", {})]
        whole = [[getattr(self.aws(service), call)(**more)[key]] for service, call, key, more in calls]
        self.set(page=2)
        for (service, call, key, more), [all_of_it] in zip(calls, whole, strict=True):
            with self.subTest(call):
                pages = [page[key] for page in self.aws(service).get_paginator(call).paginate(**more)]
                self.assertTrue(len(pages) > 1 and all(len(page) <= 2 for page in pages), pages)
                self.assertEqual([thing for page in pages for thing in page], all_of_it)

    def test_a_smaller_page_than_aws_has_is_kept(self):
        for number in range(3):
            self.aws("iam").create_instance_profile(InstanceProfileName=f"profile-{number}")
        first = self.aws("iam").list_instance_profiles(MaxItems=1)
        self.assertEqual((len(first["InstanceProfiles"]), first["IsTruncated"]), (1, True))


class Lag(World):
    """Reads lag behind writes."""

    def test_the_first_reads_of_each_operation_do_not_show_a_write(self):
        self.set(lag={"iam": 2})
        self.role()
        iam = self.aws("iam")
        for _ in range(2):
            self.refused("NoSuchEntity", iam.get_role, RoleName="app")
        iam.get_role(RoleName="app")
        self.assertEqual([len(iam.list_roles()["Roles"]) for _ in range(3)], [0, 0, 1])

    def test_another_service_does_not_lag(self):
        self.set(lag={"iam": 2})
        group = self.group("one")
        self.assertEqual(len(self.aws("ec2").describe_security_groups(GroupIds=[group])["SecurityGroups"]), 1)

    def test_writes_become_visible_in_their_order(self):
        self.role()
        self.set(lag={"iam": 1})
        iam = self.aws("iam")
        iam.put_role_policy(RoleName="app", PolicyName="one", PolicyDocument=POLICY)
        told = [iam.list_role_policies(RoleName="app")["PolicyNames"]]
        iam.put_role_policy(RoleName="app", PolicyName="two", PolicyDocument=POLICY)
        told += [iam.list_role_policies(RoleName="app")["PolicyNames"] for _ in range(2)]
        self.assertEqual(told, [[], ["one"], ["one", "two"]])

    def test_a_deleted_thing_is_still_shown(self):
        self.role()
        self.set(lag={"*": 1})
        self.aws("iam").delete_role(RoleName="app")
        self.aws("iam").get_role(RoleName="app")
        self.refused("NoSuchEntity", self.aws("iam").get_role, RoleName="app")

    def test_a_write_can_come_too_early_and_is_then_not_done(self):
        self.set(lag={"iam": {"reads": 1, "writes": True}})
        self.role()
        policy = {"RoleName": "app", "PolicyName": "one", "PolicyDocument": POLICY}
        self.refused("NoSuchEntity", self.aws("iam").put_role_policy, **policy)
        self.aws("iam").put_role_policy(**policy)

    def test_creating_twice_is_noticed_however_old_the_reads_are(self):
        self.set(lag={"iam": {"reads": 5, "writes": True}})
        self.role()
        self.refused("EntityAlreadyExists", self.aws("iam").create_role, RoleName="app", AssumeRolePolicyDocument=TRUST)

    def test_time_ends_a_lag_too(self):
        self.set(lag={"iam": "3000ms"})
        self.role()
        self.until("NoSuchEntity", self.aws("iam").get_role, RoleName="app")

    def test_settling_shows_everything(self):
        self.set(lag={"iam": 9})
        self.role()
        self.refused("NoSuchEntity", self.aws("iam").get_role, RoleName="app")
        self.set(settle=True)
        self.aws("iam").get_role(RoleName="app")

    def test_one_seed_gives_one_lag(self):
        def reads():
            self.set(seed=7, lag={"iam": {"reads": 6, "vary": True}})
            told = []
            for number in range(4):
                self.role(f"role-{number}")
                seen = 0
                while True:
                    try:
                        self.aws("iam").get_role(RoleName=f"role-{number}")
                        break
                    except ClientError:
                        seen += 1
                told.append(seen)
                self.aws("iam").delete_role(RoleName=f"role-{number}")
                self.set(settle=True)
            return told

        first = reads()
        self.assertEqual(reads(), first)
        self.assertGreater(len(set(first)), 1)


class Holds(World):
    """What stands or stood a moment ago is in the way."""

    def test_a_group_is_held_by_its_balancer_and_for_a_while_after(self):
        self.set(speed=200)
        ec2, group = self.aws("ec2"), self.group("front")
        self.balancer(group)
        self.refused("DependencyViolation", ec2.delete_security_group, GroupId=group)
        self.aws("elb").delete_load_balancer(LoadBalancerName="web")
        self.until("DependencyViolation", ec2.delete_security_group, GroupId=group)

    def test_a_group_is_held_by_an_application_balancer_and_for_a_while_after(self):
        self.set(speed=200)
        ec2, elb, group = self.aws("ec2"), self.aws("elbv2"), self.group("front")
        subnets = [subnet["SubnetId"] for subnet in ec2.describe_subnets()["Subnets"]][:2]
        made = elb.create_load_balancer(Name="web", Subnets=subnets, SecurityGroups=[group])["LoadBalancers"][0]
        self.refused("DependencyViolation", ec2.delete_security_group, GroupId=group)
        elb.delete_load_balancer(LoadBalancerArn=made["LoadBalancerArn"])
        self.until("DependencyViolation", ec2.delete_security_group, GroupId=group)

    def test_a_balancer_needs_a_way_to_the_internet(self):
        ec2, elb = self.aws("ec2"), self.aws("elbv2")
        vpc = ec2.create_vpc(CidrBlock="10.1.0.0/16")["Vpc"]["VpcId"]
        subnets = [ec2.create_subnet(VpcId=vpc, CidrBlock=f"10.1.{i}.0/24", AvailabilityZone=f"us-east-1{z}")["Subnet"]["SubnetId"]
                   for i, z in enumerate("ab")]
        self.refused("InvalidSubnet", elb.create_load_balancer, Name="web", Subnets=subnets)
        elb.create_load_balancer(Name="inside", Subnets=subnets, Scheme="internal")
        gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
        ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
        elb.create_load_balancer(Name="web", Subnets=subnets)

    def test_a_group_is_held_by_a_rule_of_another(self):
        ec2, front, back = self.aws("ec2"), self.group("front"), self.group("back")
        rule = [{"IpProtocol": "tcp", "FromPort": 80, "ToPort": 80, "UserIdGroupPairs": [{"GroupId": front}]}]
        ec2.authorize_security_group_ingress(GroupId=back, IpPermissions=rule)
        self.refused("DependencyViolation", ec2.delete_security_group, GroupId=front)
        ec2.revoke_security_group_ingress(GroupId=back, IpPermissions=rule)
        ec2.delete_security_group(GroupId=front)

    def test_a_role_is_held_by_its_profile_for_a_while(self):
        iam = self.aws("iam")
        self.role()
        iam.create_instance_profile(InstanceProfileName="app")
        iam.add_role_to_instance_profile(InstanceProfileName="app", RoleName="app")
        iam.remove_role_from_instance_profile(InstanceProfileName="app", RoleName="app")
        self.until("DeleteConflict", iam.delete_role, RoleName="app")

    def test_a_deleted_group_of_instances_is_there_for_a_while(self):
        self.set(speed=40)
        self.asg(size=1)
        autoscaling = self.aws("autoscaling")
        self.refused("ScalingActivityInProgress", autoscaling.delete_auto_scaling_group, AutoScalingGroupName="web")
        autoscaling.delete_auto_scaling_group(AutoScalingGroupName="web", ForceDelete=True)
        self.refused("AlreadyExists", autoscaling.create_auto_scaling_group, AutoScalingGroupName="web", MinSize=0,
                     MaxSize=0, LaunchConfigurationName="lc", AvailabilityZones=["us-east-1a"])
        self.refused("ScalingActivityInProgress", autoscaling.update_auto_scaling_group, AutoScalingGroupName="web", MinSize=0)
        [group] = autoscaling.describe_auto_scaling_groups(AutoScalingGroupNames=["web"])["AutoScalingGroups"]
        self.assertEqual(group["Status"], "Delete in progress")
        self.until("ResourceInUse", autoscaling.delete_launch_configuration, LaunchConfigurationName="lc")
        self.assertEqual(autoscaling.describe_auto_scaling_groups()["AutoScalingGroups"], [])

    def test_names_are_taken_for_a_while(self):
        sqs = self.aws("sqs")
        sqs.delete_queue(QueueUrl=sqs.create_queue(QueueName="jobs")["QueueUrl"])
        self.until("QueueDeletedRecently", sqs.create_queue, QueueName="jobs")
        secrets = self.aws("secretsmanager")
        secrets.create_secret(Name="key", SecretString="x")
        secrets.delete_secret(SecretId="key", ForceDeleteWithoutRecovery=True)
        self.until("InvalidRequestException", secrets.create_secret, Name="key", SecretString="x")

    def test_a_caller_reference_makes_one_zone(self):
        zone = {"Name": "example.net.", "CallerReference": "once"}
        self.aws("route53").create_hosted_zone(**zone)
        self.refused("HostedZoneAlreadyExists", self.aws("route53").create_hosted_zone, **zone)

    def test_a_client_token_makes_one_thing(self):
        ec2 = self.aws("ec2")
        vpc = ec2.create_vpc(CidrBlock="10.9.0.0/16")["Vpc"]["VpcId"]
        first, again = (ec2.create_route_table(VpcId=vpc, ClientToken="once")["RouteTable"]["RouteTableId"] for _ in range(2))
        other = ec2.create_route_table(VpcId=vpc, ClientToken="twice")["RouteTable"]["RouteTableId"]
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        another_vpc = ec2.create_vpc(CidrBlock="10.8.0.0/16")["Vpc"]["VpcId"]
        self.refused("IdempotentParameterMismatch", ec2.create_route_table, VpcId=another_vpc, ClientToken="once")

    def test_without_holds_nothing_is_held(self):
        self.set(holds=False)
        sqs = self.aws("sqs")
        sqs.delete_queue(QueueUrl=sqs.create_queue(QueueName="jobs")["QueueUrl"])
        sqs.create_queue(QueueName="jobs")


class Busy(World):
    """Things take time."""

    def test_clusters_are_creating_and_deleting(self):
        self.set(speed=100)
        cache = self.aws("elasticache")
        made = cache.create_cache_cluster(CacheClusterId="jobs", Engine="memcached", CacheNodeType="cache.t3.micro", NumCacheNodes=1)
        arn = made["CacheCluster"]["ARN"]
        self.assertEqual(cache.describe_cache_clusters(CacheClusterId="jobs")["CacheClusters"][0]["CacheClusterStatus"], "creating")
        self.refused("InvalidCacheClusterState", cache.delete_cache_cluster, CacheClusterId="jobs")
        self.until("InvalidCacheClusterState", cache.list_tags_for_resource, ResourceName=arn)
        self.assertEqual(cache.describe_cache_clusters(CacheClusterId="jobs")["CacheClusters"][0]["CacheClusterStatus"], "available")
        cache.delete_cache_cluster(CacheClusterId="jobs")
        self.assertEqual(cache.describe_cache_clusters(CacheClusterId="jobs")["CacheClusters"][0]["CacheClusterStatus"], "deleting")
        self.gone("CacheClusterNotFound", cache.describe_cache_clusters, CacheClusterId="jobs")

    def test_databases_are_creating_and_deleting(self):
        self.set(speed=200)
        rds, name = self.aws("rds"), {"DBInstanceIdentifier": "db"}
        subnets = [subnet["SubnetId"] for subnet in self.aws("ec2").describe_subnets()["Subnets"]][:2]
        rds.create_db_subnet_group(DBSubnetGroupName="inner", DBSubnetGroupDescription="x", SubnetIds=subnets)
        rds.create_db_instance(**name, DBInstanceClass="db.t4g.small", Engine="mysql", AllocatedStorage=20, MasterUsername="admin",
                               MasterUserPassword="correct-horse", DBSubnetGroupName="inner")

        def told():
            [found] = rds.describe_db_instances(**name)["DBInstances"]
            return found["DBInstanceStatus"], "Endpoint" in found

        self.assertEqual(told(), ("creating", False))
        self.refused("InvalidDBInstanceState", rds.delete_db_instance, **name, SkipFinalSnapshot=True)
        self.until("InvalidDBInstanceState", rds.modify_db_instance, **name, CopyTagsToSnapshot=True)
        self.assertEqual(told(), ("modifying", True))
        self.until("InvalidDBInstanceState", rds.delete_db_instance, **name, SkipFinalSnapshot=True)
        self.assertEqual(told()[0], "deleting")
        self.refused("InvalidDBSubnetGroupStateFault", rds.delete_db_subnet_group, DBSubnetGroupName="inner")
        self.gone("DBInstanceNotFound", rds.describe_db_instances, **name)
        rds.delete_db_subnet_group(DBSubnetGroupName="inner")

    def test_record_changes_are_pending(self):
        route53 = self.aws("route53")
        change = route53.create_hosted_zone(Name="example.net.", CallerReference="x")["ChangeInfo"]
        self.assertEqual(change["Status"], "PENDING")
        self.assertEqual(route53.get_change(Id=change["Id"])["ChangeInfo"]["Status"], "PENDING")
        time.sleep(0.6)
        self.assertEqual(route53.get_change(Id=change["Id"])["ChangeInfo"]["Status"], "INSYNC")

    def test_instances_come_into_service(self):
        self.set(speed=200)
        instance = self.aws("ec2").run_instances(ImageId=IMAGE, MinCount=1, MaxCount=1)["Instances"][0]["InstanceId"]
        self.balancer()
        elb = self.aws("elb")
        elb.register_instances_with_load_balancer(LoadBalancerName="web", Instances=[{"InstanceId": instance}])

        def state():
            return elb.describe_instance_health(LoadBalancerName="web")["InstanceStates"][0]["State"]

        self.assertEqual(state(), "OutOfService")
        time.sleep(0.4)
        self.assertEqual(state(), "InService")


    def function(self):
        self.set(speed=4)
        self.role("f")
        self.set(speed=8)
        code = {"ZipFile": b"UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="}
        arguments = {"FunctionName": "f", "Runtime": "python3.13", "Handler": "i.h", "Code": code,
                     "Role": "arn:aws:iam::123456789012:role/f"}
        self.until("InvalidParameterValueException", self.aws("lambda").create_function, **arguments)

    def test_a_function_is_pending_then_in_progress(self):
        functions = self.aws("lambda")
        self.function()
        self.assertEqual(functions.get_function(FunctionName="f")["Configuration"]["State"], "Pending")
        self.until("ResourceConflictException", functions.update_function_configuration, FunctionName="f", Timeout=9)
        told = functions.get_function(FunctionName="f")["Configuration"]
        self.assertEqual((told["State"], told["LastUpdateStatus"]), ("Active", "InProgress"))
        self.until("ResourceConflictException", functions.update_function_configuration, FunctionName="f", Timeout=10)

    def test_a_table_is_changed_while_it_is_active_only(self):
        self.set(speed=8)
        tables = self.aws("dynamodb")
        tables.create_table(TableName="t", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
                            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}])
        self.assertEqual(tables.describe_table(TableName="t")["Table"]["TableStatus"], "CREATING")
        new = {"Create": {"IndexName": "by-id", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                          "Projection": {"ProjectionType": "ALL"}}}
        self.until("ResourceInUseException", tables.update_table, TableName="t", GlobalSecondaryIndexUpdates=[new],
                   AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}])
        time.sleep(1.2)
        self.until("LimitExceededException", tables.update_table, TableName="t",
                   GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "by-id"}}])
        self.assertEqual(tables.describe_table(TableName="t")["Table"]["TableStatus"], "UPDATING")
        self.until("ResourceInUseException", tables.delete_table, TableName="t")
        self.assertEqual(tables.describe_table(TableName="t")["Table"]["TableStatus"], "DELETING")
        self.gone("ResourceNotFoundException", tables.describe_table, TableName="t")

    def test_a_mapping_is_made_changed_and_deleted_in_a_while(self):
        functions = self.aws("lambda")
        self.function()
        self.aws("sqs").create_queue(QueueName="jobs")
        made = functions.create_event_source_mapping(FunctionName="f", EventSourceArn="arn:aws:sqs:us-east-1:123456789012:jobs")
        self.assertEqual(made["State"], "Creating")
        self.until("ResourceInUseException", functions.update_event_source_mapping, UUID=made["UUID"], BatchSize=5)
        self.until("ResourceInUseException", functions.delete_event_source_mapping, UUID=made["UUID"])
        self.assertEqual(functions.get_event_source_mapping(UUID=made["UUID"])["State"], "Deleting")
        self.gone("ResourceNotFoundException", functions.get_event_source_mapping, UUID=made["UUID"])

    def test_balancers_are_provisioned(self):
        self.set(speed=200)
        elb = self.aws("elbv2")
        subnets = [subnet["SubnetId"] for subnet in self.aws("ec2").describe_subnets()["Subnets"]][:2]
        elb.create_load_balancer(Name="web", Subnets=subnets)

        def state():
            return elb.describe_load_balancers(Names=["web"])["LoadBalancers"][0]["State"]["Code"]

        self.assertEqual(state(), "provisioning")
        time.sleep(1)
        self.assertEqual(state(), "active")


class Faults(World):
    """What a test asks for."""

    def test_an_answer_is_lost_after_the_call_was_carried_out(self):
        self.set(rules=[{"do": "lose", "call": "CreateRole", "nth": 2}])
        self.role("one")
        with self.assertRaises(ConnectionClosedError):
            self.role("two")
        self.assertEqual({role["RoleName"] for role in self.aws("iam").list_roles()["Roles"]}, {"one", "two"})

    def test_a_cut_call_is_not_carried_out(self):
        self.set(rules=[{"do": "cut", "mutating": True, "after": 1}])
        self.role("one")
        with self.assertRaises(ConnectionClosedError):
            self.role("two")
        self.assertEqual([role["RoleName"] for role in self.aws("iam").list_roles()["Roles"]], ["one"])

    def test_after_a_kill_nothing_gets_through(self):
        self.set(rules=[{"do": "kill", "call": "CreateRole"}])
        self.aws("iam").list_roles()
        for call in (self.role, self.aws("iam").list_roles):
            with self.assertRaises(ConnectionClosedError):
                call()
        self.set(rules=[])
        self.aws("iam").get_role(RoleName="app")

    def test_throttles_and_refusals_have_the_form_of_their_service(self):
        calls = {"ec2": "describe_vpcs", "iam": "list_roles", "sqs": "list_queues", "route53": "list_hosted_zones"}
        codes = {"throttle": ["RequestLimitExceeded", "Throttling", "ThrottlingException", "Throttling"],
                 "deny": ["UnauthorizedOperation", "AccessDenied", "AccessDeniedException", "AccessDenied"],
                 "expire": ["RequestExpired", "ExpiredToken", "ExpiredTokenException", "ExpiredToken"]}
        for deed, expected in codes.items():
            self.set(rules=[{"do": deed}])
            for (service, call), code in zip(calls.items(), expected, strict=True):
                with self.subTest(f"{deed} {service}"):
                    self.refused(code, getattr(self.aws(service), call))

    def test_each_request_is_throttled_so_often(self):
        self.set(rules=[{"do": "throttle", "times": 1, "each": True}])
        for name in ("one", "two"):
            self.refused("Throttling", self.role, name=name)
            self.role(name)

    def test_credentials_expire_in_mid_run_and_others_do_not(self):
        self.set(rules=[{"do": "expire", "key_id": "test", "after": 1}])
        self.role("one")
        self.refused("ExpiredToken", self.role, name="two")
        other = seed.boto3.session.Session("fresh", "fresh", region_name="us-east-1")
        other.client("iam", endpoint_url=self.endpoint, config=RAW).get_role(RoleName="one")

    def test_what_cannot_be_meant_is_refused(self):
        for told in ({"rules": [{"do": "tickle"}]}, {"lagg": 1}, {"lag": "soon"}, {"speed": 0}, {"rules": [{"do": "deny", "cal": "x"}]}):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.set(**told)
            self.assertEqual(refused.exception.code, 400)
            refused.exception.close()


class Trail(World):
    """CloudTrail's events."""

    def test_a_change_is_an_event_of_who_made_it(self):
        queues = self.aws("sqs")
        url = queues.create_queue(QueueName="jobs")["QueueUrl"]
        queues.get_queue_attributes(QueueUrl=url)
        self.refused("AWS.SimpleQueueService.NonExistentQueue", queues.delete_queue, QueueUrl=url + "x")
        self.role("other")
        about = [{"AttributeKey": "ResourceName", "AttributeValue": "jobs"}]
        [event] = self.aws("cloudtrail").lookup_events(LookupAttributes=about)["Events"]
        told = json.loads(event["CloudTrailEvent"])
        self.assertEqual((event["EventName"], event["ReadOnly"], event["Username"]), ("CreateQueue", "false", "test"))
        self.assertTrue(told["userIdentity"]["arn"].endswith(":user/test"))
        later = event["EventTime"] + datetime.timedelta(seconds=60)
        self.assertEqual(self.aws("cloudtrail").lookup_events(LookupAttributes=about, StartTime=later)["Events"], [])


class Rights(World):
    """What a policy does not allow."""

    def test_a_call_is_denied_by_its_action_and_by_its_resource(self):
        actions = ["sqs:CreateQueue", "iam:CreateRole", "iam:AttachRolePolicy", "sns:Unsubscribe"]
        arns = ["arn:aws:sqs:*:123456789012:app-*", "arn:aws:iam::123456789012:role/app"]
        statements = [{"Effect": "Allow", "Action": actions, "Resource": arns},
                      {"Effect": "Allow", "Action": ["sqs:ListQueues"], "Resource": "*"}]
        self.set(policy={"Version": "2012-10-17", "Statement": statements})
        url = self.aws("sqs").create_queue(QueueName="app-jobs")["QueueUrl"]
        self.aws("sqs").list_queues()
        self.role("app")
        self.refused("AccessDenied", self.role, name="other")
        self.refused("AccessDeniedException", self.aws("sqs").create_queue, QueueName="jobs")
        self.refused("AccessDeniedException", self.aws("sqs").delete_queue, QueueUrl=url)
        # The resource of an attachment is the role, and not the policy.
        self.aws("iam").attach_role_policy(RoleName="app", PolicyArn="arn:aws:iam::aws:policy/ReadOnlyAccess")
        # No ARN limits this one.
        arn = "arn:aws:sns:us-east-1:123456789012:app:0"
        self.refused("AccessDenied", self.aws("sns").unsubscribe, SubscriptionArn=arn)
        self.set(policy=None)
        self.aws("sqs").delete_queue(QueueUrl=url)


class Worlds(World):
    """Worlds share nothing and leave nothing."""

    def test_a_world_has_what_was_there_and_shares_nothing(self):
        self.role("shared")
        copy = post(self.endpoint, "/strict/world", {})["endpoint"]
        client = self.session.client("iam", endpoint_url=copy, config=RAW)
        client.delete_role(RoleName="shared")
        self.aws("iam").get_role(RoleName="shared")
        post(copy, "/strict/end", {})
        other = post(self.template, "/strict/world", {"empty": True})
        client = self.session.client("iam", endpoint_url=other["endpoint"], config=RAW)
        self.assertEqual(client.list_roles()["Roles"], [])
        post(other["endpoint"], "/strict/end", {})
        deadline = time.monotonic() + 10
        while pathlib.Path(f"/proc/{other['pid']}").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(pathlib.Path(f"/proc/{other['pid']}").exists())

    def test_many_calls_at_once_while_the_process_forks(self):
        self.set(lag={"*": 2})
        iam = self.aws("iam")

        def one(number):
            iam.create_role(RoleName=f"role-{number}", AssumeRolePolicyDocument=TRUST)
            iam.list_roles()

        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(one, range(48)))
        self.set(settle=True)
        self.assertEqual(len(iam.list_roles()["Roles"]), 48)


class Up(unittest.TestCase):
    """`up --strict` for users."""

    def test_up_starts_a_strict_server_once_and_says_when_another_kind_runs(self):
        state = HERE / ".state" / f"check-{os.getpid()}.json"
        venv = pathlib.Path(sys.prefix)
        up = [sys.executable, str(HERE / "up"), "--venv", str(venv), "--state", str(state)]
        try:
            first = subprocess.run([*up, "--strict", "--lag", "ec2=1"], check=True, capture_output=True, text=True).stdout.strip()
            with urllib.request.urlopen(f"{first}/strict", timeout=30) as answer:
                self.assertEqual(json.load(answer)["lag"]["ec2"]["reads"], 1)
            again = subprocess.run([*up, "--strict"], check=True, capture_output=True, text=True).stdout.strip()
            self.assertEqual(again, first)
            plain = subprocess.run(up, capture_output=True, text=True)
            self.assertNotEqual(plain.returncode, 0)
            self.assertIn("localstack/down", plain.stderr)
        finally:
            subprocess.run([sys.executable, str(HERE / "down"), "--state", str(state)], check=True)
            state.with_suffix(".log").unlink(missing_ok=True)


if __name__ == "__main__":
    unittest.main()
