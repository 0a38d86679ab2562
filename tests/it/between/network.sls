# A network and what is in it: everything is named, and nothing has an id before the run. Who provides comes first here;
# `absent` goes through it backwards.
site:
  boto_vpc.present:
    - cidr_block: 10.90.0.0/16
    - dns_support: True
    - dns_hostnames: True
    - tags: {team: network}
    - profile: aws_profile

site-other:
  boto_vpc.present:
    - cidr_block: 10.91.0.0/16
    - profile: aws_profile

site-gateway:
  boto_vpc.internet_gateway_present:
    - vpc_name: site
    - profile: aws_profile

site-to-other:
  boto_vpc.vpc_peering_connection_present:
    - requester_vpc_name: site
    - peer_vpc_name: site-other
    - conn_name: site-to-other
    - profile: aws_profile

site-public-a:
  boto_vpc.subnet_present:
    - vpc_name: site
    - cidr_block: 10.90.0.0/24
    - availability_zone: us-east-1a
    - auto_assign_public_ipv4: True
    - profile: aws_profile

site-private-a:
  boto_vpc.subnet_present:
    - vpc_name: site
    - cidr_block: 10.90.10.0/24
    - availability_zone: us-east-1a
    - profile: aws_profile

site-public-b:
  boto_vpc.subnet_present:
    - vpc_name: site
    - cidr_block: 10.90.1.0/24
    - availability_zone: us-east-1b
    - auto_assign_public_ipv4: True
    - profile: aws_profile

site-private-b:
  boto_vpc.subnet_present:
    - vpc_name: site
    - cidr_block: 10.90.11.0/24
    - availability_zone: us-east-1b
    - profile: aws_profile

site-public-c:
  boto_vpc.subnet_present:
    - vpc_name: site
    - cidr_block: 10.90.2.0/24
    - availability_zone: us-east-1c
    - auto_assign_public_ipv4: True
    - profile: aws_profile

site-private-c:
  boto_vpc.subnet_present:
    - vpc_name: site
    - cidr_block: 10.90.12.0/24
    - availability_zone: us-east-1c
    - profile: aws_profile

way out:
  boto_vpc.nat_gateway_present:
    - subnet_name: site-public-a
    - profile: aws_profile

accepted:
  boto_vpc.accept_vpc_peering_connection:
    - conn_name: site-to-other
    - profile: aws_profile

site-public:
  boto_vpc.route_table_present:
    - vpc_name: site
    - routes:
      - {destination_cidr_block: 0.0.0.0/0, internet_gateway_name: site-gateway}
    - subnet_names: [site-public-a, site-public-b, site-public-c]
    - profile: aws_profile

site-private:
  boto_vpc.route_table_present:
    - vpc_name: site
    - routes:
      - {destination_cidr_block: 0.0.0.0/0, nat_gateway_subnet_name: site-public-a}
      - {destination_cidr_block: 10.91.0.0/16, vpc_peering_connection_name: site-to-other}
    - subnet_names: [site-private-a, site-private-b, site-private-c]
    - profile: aws_profile

site-front:
  boto_secgroup.present:
    - description: balancers
    - vpc_name: site
    - rules:
      - {ip_protocol: tcp, from_port: 80, to_port: 80, cidr_ip: 0.0.0.0/0}
    - profile: aws_profile

site-web:
  boto_secgroup.present:
    - description: instances
    - vpc_name: site
    - rules:
      - {ip_protocol: tcp, from_port: 8080, to_port: 8080, source_group_name: site-front}
    - profile: aws_profile

site-app:
  boto_iam_role.present:
    - policies:
        queues:
          Version: '2012-10-17'
          Statement:
            - {Effect: Allow, Action: 'sqs:SendMessage', Resource: '*'}
    - profile: aws_profile

site-classic:
  boto_elb.present:
    - subnet_names: [site-public-a, site-public-b]
    - security_groups: [site-front]
    - listeners:
      - {elb_port: 80, elb_protocol: HTTP, instance_port: 8080}
    - profile: aws_profile

site-targets:
  boto_elbv2.create_target_group:
    - protocol: HTTP
    - port: 8080
    - vpc_name: site
    - profile: aws_profile

site-balancer:
  boto_elbv2.load_balancer_present:
    - vpc_name: site
    - subnet_names: [site-public-a, site-public-b]
    - security_groups: [site-front]
    - profile: aws_profile

site-listener:
  boto_elbv2.listener_present:
    - load_balancer: site-balancer
    - port: 80
    - protocol: HTTP
    - default_actions:
      - target_group: site-targets
    - profile: aws_profile

site-old-paths:
  boto_elbv2.rule_present:
    - load_balancer: site-balancer
    - port: 80
    - priority: 10
    - conditions:
      - path_pattern: [/old/*]
    - actions:
      - redirect_config: {path: /, status_code: 301}
    - profile: aws_profile

site-group:
  boto_asg.present:
    - launch_config_name: site-group
    - launch_config:
      - image_name: myapp-base-1
      - instance_type: t3.small
      - security_groups: [site-web]
      - instance_profile_name: site-app
    - subnet_names: [site-private-a, site-private-b, site-private-c]
    - min_size: 0
    - max_size: 3
    - desired_capacity: 0
    - load_balancers: [site-classic]
    - target_groups: [site-targets]
    - scaling_policies:
      - {name: ScaleUp, adjustment_type: ChangeInCapacity, scaling_adjustment: 1}
    - profile: aws_profile

site-busy:
  boto_cloudwatch_alarm.present:
    - attributes:
        metric: CPUUtilization
        namespace: AWS/EC2
        statistic: Average
        comparison: '>='
        threshold: 60
        period: 60
        evaluation_periods: 5
        description: busy
        alarm_actions: ['scaling_policy:site-group:ScaleUp']
    - profile: aws_profile

site.example.:
  boto_route53.hosted_zone_present:
    - private_zone: True
    - vpc_name: site
    - comment: names inside
    - profile: aws_profile

www.site.example.:
  boto_route53.present:
    - zone: site.example.
    - private_zone: True
    - record_type: CNAME
    - ttl: 60
    - value: elb:site-classic
    - profile: aws_profile

app.site.example.:
  boto_route53.present:
    - zone: site.example.
    - private_zone: True
    - record_type: CNAME
    - ttl: 60
    - value: elb:site-balancer
    - profile: aws_profile

site-slow:
  boto_cloudwatch_alarm.present:
    - attributes:
        metric: TargetResponseTime
        namespace: AWS/ApplicationELB
        statistic: Average
        comparison: '>='
        threshold: 1
        period: 60
        evaluation_periods: 5
        description: slow
        dimensions: {LoadBalancer: 'elbv2:site-balancer', TargetGroup: 'elbv2:site-targets'}
    - profile: aws_profile

site-spare:
  boto_ec2.eni_present:
    - subnet_name: site:site-public-b
    - groups: [site-web]
    - description: it outlives its instance
    - profile: aws_profile

site-bastion:
  boto_ec2.instance_present:
    - image_name: myapp-base-1
    - instance_type: t3.micro
    - subnet_name: site:site-public-b
    - security_group_names: [site-web]
    - instance_profile_name: site-app
    - profile: aws_profile

site-bastion-data:
  boto_ec2.volume_present:
    - volume_name: site-bastion-data
    - instance_name: site-bastion
    - device: /dev/xvdf
    - size: 8
    - profile: aws_profile

site-bastion-public:
  boto_ec2.eip_present:
    - network_interface_name: site-spare
    - profile: aws_profile
