keys of the robot:
  boto_iam.keys_present:
    - name: example-robot
    - number: 2
    - save_dir: /etc/example-keys
    - save_format: '{0} {1}'
    - profile: aws_profile
