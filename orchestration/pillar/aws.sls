# The profile that every state uses. The keys `test`/`test` work with the local AWS in localstack/ only.
# For a real account leave out keyid and key: orchestrate then uses the environment, ~/.aws or the instance's role, in this order.
aws_profile:
  region: us-east-1
  keyid: test
  key: test
