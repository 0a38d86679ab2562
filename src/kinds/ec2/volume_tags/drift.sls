volumes:
  boto_ec2.volumes_tagged:
    - tag_maps:
      - filters: {"tag:Name": example-tags-volume}
        tags: {Name: example-tags-volume, team: platform, owner: somebody}
    - authoritative: True
    - profile: aws_profile
