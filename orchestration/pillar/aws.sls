# The profile that every state names. `test`/`test` opens the local AWS in localstack/ and nothing else.
# For a real account leave out keyid and key: the environment, ~/.aws and the instance's role are asked, in this order.
aws_profile:
  region: us-east-1
  keyid: test
  key: test
