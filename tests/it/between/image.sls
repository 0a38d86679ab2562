# A launch configuration before the parameter that holds its image.
between-image:
  boto_lc.present:
    - image_id: resolve:ssm:/between/image
    - instance_type: t3.small
    - profile: aws_profile

/between/image:
  boto_ssm.parameter_present:
    - value: ami-0a1b2c3d4e5f60001
    - profile: aws_profile
