# The balancer, and the group whose instances bring themselves into service.
myapp-testing-useast1 balancer:
  boto_elb.present:
    - name: myapp-testing-useast1
    - listeners:
      - elb_port: 80
        instance_port: 8080
        elb_protocol: HTTP
    - availability_zones: [us-east-1a]
    - region: us-east-1

myapp-testing-useast1 group:
  boto_asg.present:
    - name: myapp-testing-useast1
    - launch_config_name: myapp-testing-useast1
    - launch_config:
      - image_id: ami-0a1b2c3d4e5f60001
      - instance_type: t3.medium
      - cloud_init: {{ salt['bootstrap.cloud_init']('myapp', 'testing') | json }}
    - availability_zones: [us-east-1a]
    - min_size: {{ pillar.size }}
    - max_size: 4
    - desired_capacity: {{ pillar.size }}
    - region: us-east-1
