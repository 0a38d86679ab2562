balancer:
  boto_elb.present:
    - name: example-registration
    - availability_zones:
      - us-east-1a
    - listeners:
      - elb_port: 80
        elb_protocol: HTTP
        instance_port: 8080
    - profile: aws_profile

instances:
  boto_elb.deregister_instances:
    - name: example-registration
    - instances: i-0123456789abcdef1
    - profile: aws_profile
