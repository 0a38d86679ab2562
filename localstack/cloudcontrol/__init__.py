"""AWS Cloud Control, and CloudFormation's DescribeType for its types: moto has neither.

`types` describes some resource types, `account` keeps resources and requests, `application` answers in AWS's protocols.
Things made here are known to Cloud Control only: the services that own them on AWS do not show them.

https://docs.aws.amazon.com/cloudcontrolapi/latest/userguide/what-is-cloudcontrolapi.html
"""
