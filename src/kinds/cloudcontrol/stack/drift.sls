network:
  boto_cfn.present:
    - name: network
    - template_body: |
        {"Parameters": {"Cidr": {"Type": "String"}}, "Resources": {"Vpc": {"Type": "AWS::EC2::VPC",
         "Properties": {"CidrBlock": {"Ref": "Cidr"}, "EnableDnsSupport": true}}}}
    - parameters:
        Cidr: 10.1.0.0/16
    - capabilities: [CAPABILITY_IAM, CAPABILITY_NAMED_IAM]
    - tags: {}
    - profile: aws_profile
