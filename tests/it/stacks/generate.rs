//! SLS of many services, as a growing company has them: ten states each. Shared with the benchmarks.
//!
//! Needs the account that `localstack/seed` makes: the zone example.com, the image and the topic.

use std::fmt::Write;

/// States in one stack.
pub const STATES: usize = 10;

/// Names of services do not begin alike, as in life.
const WORDS: [&str; 10] = [
    "accounts", "billing", "catalog", "delivery", "events", "forms", "gateway", "history", "invoices", "jobs",
];

/// The name of a stack: `catalog02-testing-useast1`.
pub fn name(index: usize) -> String {
    format!("{}{:02}-testing-useast1", WORDS[index % WORDS.len()], index / WORDS.len())
}

/// Plain YAML that declares this many stacks.
pub fn stacks(count: usize) -> String {
    (0..count).map(|index| stack(&name(index))).collect()
}

/// Two security groups, role, balancer, queue, launch configuration, group with two policies, two alarms, record.
fn stack(name: &str) -> String {
    let mut sls = BASE.replace("STACK", name);
    for (alarm, policy, comparison, threshold) in
        [("busy", "ScaleUp", ">=", "60.0"), ("idle", "ScaleDown", "<=", "20.0")]
    {
        let alarm = ALARM
            .replace("STACK", name)
            .replace("ALARM", alarm)
            .replace("POLICY", policy)
            .replace("COMPARISON", comparison)
            .replace("THRESHOLD", threshold);
        // Writing to a text cannot fail.
        let _ = write!(sls, "{alarm}");
    }
    sls
}

const BASE: &str = "
STACK balancer group:
  boto_secgroup.present:
    - name: STACK-elb
    - description: Load balancer of STACK
    - rules:
      - {ip_protocol: tcp, from_port: 80, to_port: 80, cidr_ip: 0.0.0.0/0}
      - {ip_protocol: tcp, from_port: 443, to_port: 443, cidr_ip: 0.0.0.0/0}
    - profile: aws_profile

STACK instance group:
  boto_secgroup.present:
    - name: STACK
    - description: Instances of STACK
    - rules:
      - {ip_protocol: tcp, from_port: 8080, to_port: 8080, source_group_name: STACK-elb}
    - profile: aws_profile

STACK role:
  boto_iam_role.present:
    - name: STACK
    - policies:
        queues:
          Version: '2012-10-17'
          Statement:
            - {Effect: Allow, Action: ['sqs:ReceiveMessage', 'sqs:SendMessage'], Resource: 'arn:aws:sqs:us-east-1:*:STACK-*'}
    - profile: aws_profile

STACK balancer:
  boto_elb.present:
    - name: STACK
    - availability_zones: [us-east-1a, us-east-1b, us-east-1c]
    - security_groups: [STACK-elb]
    - listeners:
      - {elb_port: 80, elb_protocol: HTTP, instance_port: 8080, instance_protocol: HTTP}
    - health_check: {target: 'HTTP:8080/healthcheck', interval: 10}
    - profile: aws_profile

STACK queue:
  boto_sqs.present:
    - name: STACK-jobs
    - attributes: {VisibilityTimeout: '120', MessageRetentionPeriod: '345600'}
    - profile: aws_profile

STACK launch configuration:
  boto_lc.present:
    - name: STACK-v1
    - image_id: ami-0a1b2c3d4e5f60001
    - key_name: myapp
    - instance_type: t3.medium
    - security_groups: [STACK]
    - instance_profile_name: STACK
    - profile: aws_profile

STACK instances:
  boto_asg.present:
    - name: STACK
    - launch_config_name: STACK-v1
    - availability_zones: [us-east-1a, us-east-1b, us-east-1c]
    - min_size: 0
    - max_size: 4
    - desired_capacity: 0
    - load_balancers: [STACK]
    - health_check_type: EC2
    - health_check_period: 600
    - scaling_policies:
      - {name: ScaleUp, adjustment_type: ChangeInCapacity, scaling_adjustment: 2, cooldown: 300}
      - {name: ScaleDown, adjustment_type: ChangeInCapacity, scaling_adjustment: -1, cooldown: 600}
    - tags:
      - {key: Name, value: STACK, propagate_at_launch: True}
    - profile: aws_profile

STACK.example.com.:
  boto_route53.present:
    - value: elb:STACK
    - zone: example.com.
    - record_type: CNAME
    - ttl: 60
    - profile: aws_profile
";

const ALARM: &str = "
STACK alarm ALARM:
  boto_cloudwatch_alarm.present:
    - name: STACK ALARM
    - attributes:
        metric: CPUUtilization
        namespace: AWS/EC2
        statistic: Average
        comparison: 'COMPARISON'
        threshold: THRESHOLD
        period: 60
        evaluation_periods: 5
        dimensions: {AutoScalingGroupName: [STACK]}
        alarm_actions: ['scaling_policy:STACK:POLICY', 'arn:aws:sns:us-east-1:123456789012:myapp-alerts']
    - profile: aws_profile
";
