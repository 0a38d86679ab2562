"""Brings moto 5.2.5 nearer to AWS where this project would otherwise be tested against a fiction.

Called once by server.py before the first request. One module per service; each correction is one function: its
docstring names the AWS behaviour that it restores and where AWS documents it, its number is the row in COVERAGE.md,
and check_corrections.py holds a check that fails without it. Nothing here knows the product.
"""

from . import (
    autoscaling,
    awslambda,
    cloudwatch,
    dynamodb,
    ec2,
    elasticache,
    elb,
    elbv2,
    iam,
    lifecycle,
    networks,
    rds,
    refresh,
    route53,
    s3,
    templates,
)
from .applying import CORRECTIONS, apply_all

__all__ = [
    "CORRECTIONS",
    "apply_all",
    "autoscaling",
    "awslambda",
    "cloudwatch",
    "dynamodb",
    "ec2",
    "elasticache",
    "elb",
    "elbv2",
    "iam",
    "lifecycle",
    "networks",
    "rds",
    "refresh",
    "route53",
    "s3",
    "templates",
]
