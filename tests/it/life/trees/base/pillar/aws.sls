# The profile that registration names: the instance's own role.
aws_profile:
  region: us-east-1
