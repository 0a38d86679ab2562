conformance-launch:
  boto_lc.present:
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.medium
    - key_name: myapp
    - instance_profile_name: conformance-profile
    - instance_monitoring: True
    - ebs_optimized: True
    - associate_public_ip_address: False
    - block_device_mappings:
      - /dev/xvda:
          size: 20
          volume_type: gp3
          delete_on_termination: True
      - /dev/xvdb:
          size: 100
          volume_type: io1
          iops: 1000
          encrypted: True
    - cloud_init:
        boothooks:
          early: |
            #!/bin/sh
            echo früh
        scripts:
          bootstrap: |
            #!/bin/sh
            set -eu
            orchestrate deploy myapp testing
        cloud-config:
          write_files:
            - path: /etc/myapp
              permissions: '0644'
              content: |
                listen: 8080
    - profile: aws_profile

conformance-launch-spot:
  boto_lc.present:
    - image_id: ami-0a1b2c3d4e5f60001
    - instance_type: t3.small
    - spot_price: 0.10
    - user_data: |
        #!/bin/sh
        true
    - profile: aws_profile

conformance-launch-plain:
  boto_lc.present:
    - image_id: ami-0a1b2c3d4e5f60001
    - profile: aws_profile
