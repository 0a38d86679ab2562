conformance-launch:
  boto_lc.absent:
    - profile: aws_profile

conformance-launch-spot:
  boto_lc.present:
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.small
    - spot_price: '0.1'
    - profile: aws_profile
