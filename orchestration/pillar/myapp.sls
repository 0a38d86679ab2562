# The values that differ between accounts. These are the values that localstack/seed creates.
myapp:
  aws_region: us-east-1
  availability_zones: [us-east-1a, us-east-1b, us-east-1c]
  clients: 0.0.0.0/0
  port: 8080
  certificate: arn:aws:iam::123456789012:server-certificate/example-com
  log_bucket: example-com-elb-logs
  alerts: arn:aws:sns:us-east-1:123456789012:myapp-alerts
  image_id: ami-0a1b2c3d4e5f60001
  key_name: myapp
  # What runs costs money. An instance of the service that is not named here is one small machine.
  sizes:
    default: {instance_type: t3.micro, instances: 1}
    production: {instance_type: t3.medium, instances: 30}
