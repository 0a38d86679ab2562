"""Puts into the local AWS what the stack in orchestration/ presumes to be there. May be run again at any time."""

import argparse
import datetime
import json
import os
import pathlib

import boto3
from botocore.exceptions import ClientError

HERE = pathlib.Path(__file__).resolve().parent
REGION = "us-east-1"
SUBNETS = {"main-a": ("us-east-1a", "10.20.0.0/20"), "main-b": ("us-east-1b", "10.20.16.0/20"),
           "main-c": ("us-east-1c", "10.20.32.0/20")}
LOG_WRITER = "arn:aws:iam::127311923021:root"


def endpoint_of(options):
    """Takes the endpoint from the argument, else from the state file of `up`."""
    if options.endpoint:
        return options.endpoint
    return json.loads(options.state.read_text(encoding="utf-8"))["endpoint"]


def arguments(description):
    """Reads the arguments that seed and show share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--endpoint", default=os.environ.get("AWS_ENDPOINT_URL"), help="default: the state file's")
    parser.add_argument("--state", type=pathlib.Path, default=HERE / ".state" / "local.json")
    return parser


def clients(endpoint):
    """Gives a function service → client of the local AWS, whatever credentials the caller has."""
    session = boto3.session.Session(aws_access_key_id="test", aws_secret_access_key="test", region_name=REGION)
    return lambda service: session.client(service, endpoint_url=endpoint)


def unless(codes, call, **fields):
    """Makes the call; the given error codes mean that it was made before."""
    try:
        return call(**fields)
    except ClientError as error:
        if error.response["Error"]["Code"] not in codes:
            raise
        return None


def named(name):
    """Gives the Name tag as EC2's filter."""
    return [{"Name": "tag:Name", "Values": [name]}]


def tagged(kind, name):
    """Gives the Name tag as EC2's tag specification."""
    return [{"ResourceType": kind, "Tags": [{"Key": "Name", "Value": name}]}]


def network(ec2):
    """Makes the VPC `main` with a subnet in each of three zones."""
    found = ec2.describe_vpcs(Filters=named("main"))["Vpcs"]
    vpc = found[0] if found else ec2.create_vpc(CidrBlock="10.20.0.0/16", TagSpecifications=tagged("vpc", "main"))["Vpc"]
    for name, (zone, cidr) in SUBNETS.items():
        if not ec2.describe_subnets(Filters=named(name))["Subnets"]:
            ec2.create_subnet(VpcId=vpc["VpcId"], CidrBlock=cidr, AvailabilityZone=zone,
                              TagSpecifications=tagged("subnet", name))


def access(ec2):
    """Makes the key pair and the base security group of all instances, in the default VPC."""
    unless(["InvalidKeyPair.Duplicate"], ec2.create_key_pair, KeyName="myapp")
    default = ec2.describe_vpcs(Filters=[{"Name": "is-default", "Values": ["true"]}])["Vpcs"][0]["VpcId"]
    made = unless(["InvalidGroup.Duplicate"], ec2.create_security_group, GroupName="base", VpcId=default,
                  Description="Base rules of every instance")
    if made:
        ssh = {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "IpRanges": [{"CidrIp": "10.0.0.0/8"}]}
        ec2.authorize_security_group_ingress(GroupId=made["GroupId"], IpPermissions=[ssh])


def certificate(iam):
    """Uploads a self-signed server certificate named example-com; its key lives only for this call."""
    if unless(["NoSuchEntity"], iam.get_server_certificate, ServerCertificateName="example-com"):
        return
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "*.example.com")])
    start = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    signed = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(start).not_valid_after(start.replace(year=2046))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    iam.upload_server_certificate(ServerCertificateName="example-com", PrivateKey=private.decode(),
                                  CertificateBody=signed.public_bytes(pem).decode())


def zone(route53):
    """Makes the hosted zone example.com. once."""
    found = route53.list_hosted_zones_by_name(DNSName="example.com.", MaxItems="1")["HostedZones"]
    if not [z for z in found if z["Name"] == "example.com."]:
        route53.create_hosted_zone(Name="example.com.", CallerReference="localstack-seed")


def log_bucket(s3):
    """Makes the bucket for access logs and lets the load balancers of us-east-1 write into it."""
    s3.create_bucket(Bucket="example-com-elb-logs")
    allow = {"Effect": "Allow", "Principal": {"AWS": LOG_WRITER}, "Action": "s3:PutObject",
             "Resource": "arn:aws:s3:::example-com-elb-logs/*"}
    s3.put_bucket_policy(Bucket="example-com-elb-logs", Policy=json.dumps({"Version": "2012-10-17", "Statement": [allow]}))


def main():
    """Seeds everything, in no particular order."""
    options = arguments(__doc__).parse_args()
    client = clients(endpoint_of(options))
    network(client("ec2"))
    access(client("ec2"))
    certificate(client("iam"))
    zone(client("route53"))
    log_bucket(client("s3"))
    client("sns").create_topic(Name="myapp-alerts")


if __name__ == "__main__":
    main()
