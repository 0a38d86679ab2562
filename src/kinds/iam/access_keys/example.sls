kept robot:
  boto_iam.user_present:
    - name: example-robot
    - profile: aws_profile

keys of the robot:
  boto_iam.keys_present:
    - name: example-robot
    - number: 1
    - save_dir: /etc/example-keys
    - profile: aws_profile
