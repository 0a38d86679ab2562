network:
  boto_cfn.present:
    - name: network
    - template_body: |
        Parameters:
          Cidr: {Type: String}
        Resources:
          Vpc:
            Type: AWS::EC2::VPC
            Properties:
              CidrBlock: !Ref Cidr
    - parameters:
        Cidr: 10.0.0.0/16
    - capabilities: [CAPABILITY_IAM]
    - timeout_in_minutes: 10
    - tags:
        team: platform
    - profile: aws_profile
