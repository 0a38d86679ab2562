"""Fills an empty account with what the cases ask about, and prints the ids that AWS made up, as JSON.

Usage: fixture.py --endpoint URL
"""

import argparse
import json

import boto3

TRUST = {"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}]}
READ = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}]}


def tags(**pairs):
    return [{"Key": key, "Value": value} for key, value in pairs.items()]


def named(kind, **pairs):
    return [{"ResourceType": kind, "Tags": tags(**pairs)}]


def networks(ec2, ids):
    ids["default_vpc"] = ec2.describe_vpcs()["Vpcs"][0]["VpcId"]
    ids["vpc"] = ec2.create_vpc(CidrBlock="10.1.0.0/16", TagSpecifications=named("vpc", Name="main", env="test"))["Vpc"]["VpcId"]
    for name, cidr, zone in (("a", "10.1.1.0/24", "us-east-1a"), ("b", "10.1.2.0/24", "us-east-1b")):
        made = ec2.create_subnet(VpcId=ids["vpc"], CidrBlock=cidr, AvailabilityZone=zone,
                                 TagSpecifications=named("subnet", Name="net-" + name))
        ids["subnet_" + name] = made["Subnet"]["SubnetId"]
    gateway = ec2.create_internet_gateway(TagSpecifications=named("internet-gateway", Name="gate"))
    ids["gateway"] = gateway["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(VpcId=ids["vpc"], InternetGatewayId=ids["gateway"])
    table = ec2.create_route_table(VpcId=ids["vpc"], TagSpecifications=named("route-table", Name="routes"))
    ids["table"] = table["RouteTable"]["RouteTableId"]
    ec2.create_route(RouteTableId=ids["table"], DestinationCidrBlock="0.0.0.0/0", GatewayId=ids["gateway"])
    made = ec2.associate_route_table(RouteTableId=ids["table"], SubnetId=ids["subnet_a"])
    ids["association"] = made["AssociationId"]


def groups(ec2, ids):
    for name in ("web", "elb"):
        made = ec2.create_security_group(GroupName=name, Description=name + " group", VpcId=ids["vpc"],
                                         TagSpecifications=named("security-group", role=name))
        ids["group_" + name] = made["GroupId"]
    ec2.authorize_security_group_ingress(GroupId=ids["group_web"], IpPermissions=[
        {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "IpRanges": [{"CidrIp": "10.0.0.0/8"}, {"CidrIp": "192.168.0.0/16"}]},
        {"IpProtocol": "tcp", "FromPort": 80, "ToPort": 80, "UserIdGroupPairs": [{"GroupId": ids["group_elb"]}]}])


def instances(ec2, ids):
    image = sorted(ec2.describe_images()["Images"], key=lambda it: it["ImageId"])[0]["ImageId"]
    ids["image"] = image
    made = ec2.run_instances(ImageId=image, MinCount=1, MaxCount=1, InstanceType="t3.micro", SubnetId=ids["subnet_a"],
                             SecurityGroupIds=[ids["group_web"]], PrivateIpAddress="10.1.1.10",
                             TagSpecifications=named("instance", Name="one", role="web"))
    ids["instance"] = made["Instances"][0]["InstanceId"]


def balancers(elb, ids):
    elb.create_load_balancer(
        LoadBalancerName="front", Subnets=[ids["subnet_a"]], SecurityGroups=[ids["group_elb"]], Scheme="internal",
        Listeners=[{"Protocol": "HTTP", "LoadBalancerPort": 80, "InstanceProtocol": "HTTP", "InstancePort": 8080}],
        Tags=tags(Name="front", env="test"))
    elb.configure_health_check(LoadBalancerName="front", HealthCheck={
        "Target": "HTTP:8080/", "Interval": 10, "Timeout": 5, "UnhealthyThreshold": 2, "HealthyThreshold": 3})
    elb.register_instances_with_load_balancer(LoadBalancerName="front", Instances=[{"InstanceId": ids["instance"]}])


def scaling(autoscaling, ids):
    autoscaling.create_launch_configuration(LaunchConfigurationName="lc", ImageId=ids["image"], InstanceType="t3.micro",
                                            SecurityGroups=[ids["group_web"]])
    autoscaling.create_auto_scaling_group(
        AutoScalingGroupName="crew", LaunchConfigurationName="lc", MinSize=1, MaxSize=2, DesiredCapacity=1,
        VPCZoneIdentifier=ids["subnet_b"], Tags=[{"Key": "role", "Value": "crew", "PropagateAtLaunch": True}])
    made = autoscaling.put_scaling_policy(AutoScalingGroupName="crew", PolicyName="up", PolicyType="SimpleScaling",
                                          AdjustmentType="ChangeInCapacity", ScalingAdjustment=1, Cooldown=60)
    ids["scaling_policy"] = made["PolicyARN"]
    group = autoscaling.describe_auto_scaling_groups()["AutoScalingGroups"][0]
    ids["crew_member"] = group["Instances"][0]["InstanceId"]


def identities(iam):
    iam.create_role(RoleName="app", AssumeRolePolicyDocument=json.dumps(TRUST))
    iam.put_role_policy(RoleName="app", PolicyName="read", PolicyDocument=json.dumps(READ))
    iam.create_instance_profile(InstanceProfileName="app")
    iam.add_role_to_instance_profile(InstanceProfileName="app", RoleName="app")
    made = iam.create_policy(PolicyName="reader", PolicyDocument=json.dumps(READ))
    iam.attach_role_policy(RoleName="app", PolicyArn=made["Policy"]["Arn"])
    iam.create_user(UserName="ann")
    iam.create_group(GroupName="crew")
    iam.add_user_to_group(UserName="ann", GroupName="crew")


def zones(route53, ids):
    made = route53.create_hosted_zone(Name="example.org.", CallerReference="1")
    ids["zone"] = made["HostedZone"]["Id"].rsplit("/", 1)[1]
    records = [("www.example.org.", "A", ["10.0.0.1", "10.0.0.2"]), ("ftp.example.org.", "CNAME", ["www.example.org."]),
               ("example.org.", "TXT", ['"v=spf1 -all"'])]
    route53.change_resource_record_sets(HostedZoneId=ids["zone"], ChangeBatch={"Changes": [
        {"Action": "CREATE", "ResourceRecordSet": {"Name": name, "Type": kind, "TTL": 300,
                                                   "ResourceRecords": [{"Value": value} for value in values]}}
        for name, kind, values in records]})


def rest(client, ids):
    client("sqs").create_queue(QueueName="jobs", Attributes={"VisibilityTimeout": "45"})
    client("sqs").create_queue(QueueName="jobs-dead")
    client("cloudwatch").put_metric_alarm(
        AlarmName="busy", Namespace="AWS/EC2", MetricName="CPUUtilization", Statistic="Average", Period=60, Threshold=80,
        EvaluationPeriods=2, ComparisonOperator="GreaterThanThreshold", AlarmDescription="too busy",
        Dimensions=[{"Name": "AutoScalingGroupName", "Value": "crew"}], AlarmActions=[ids["scaling_policy"]])
    client("elasticache").create_cache_subnet_group(CacheSubnetGroupName="cache", CacheSubnetGroupDescription="for caches",
                                                    SubnetIds=[ids["subnet_a"]])
    client("elasticache").create_cache_cluster(CacheClusterId="sessions", Engine="memcached", CacheNodeType="cache.t3.micro",
                                               NumCacheNodes=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endpoint", required=True)
    endpoint = parser.parse_args().endpoint

    def client(service):
        return boto3.client(service, endpoint_url=endpoint, region_name="us-east-1",
                            aws_access_key_id="test", aws_secret_access_key="test")

    ids = {}
    networks(client("ec2"), ids)
    groups(client("ec2"), ids)
    instances(client("ec2"), ids)
    balancers(client("elb"), ids)
    scaling(client("autoscaling"), ids)
    identities(client("iam"))
    zones(client("route53"), ids)
    rest(client, ids)
    print(json.dumps(ids))


if __name__ == "__main__":
    main()
