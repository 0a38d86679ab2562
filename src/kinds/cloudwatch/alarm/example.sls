conformance busy:
  boto_cloudwatch_alarm.present:
    - attributes:
        metric: CPUUtilization
        namespace: AWS/EC2
        statistic: Average
        comparison: '>='
        threshold: 60
        period: 60
        evaluation_periods: 5
        unit: null
        description: ''
        dimensions:
          AutoScalingGroupName:
            - conformance
        alarm_actions:
          - arn:aws:sns:us-east-1:123456789012:myapp-alerts
        insufficient_data_actions: []
        ok_actions: []
        tags:
          team: a
    - profile: aws_profile

conformance slow:
  boto3_cloudwatch_alarm.present:
    - attributes:
        MetricName: Latency
        Namespace: AWS/ELB
        ExtendedStatistic: p99
        ComparisonOperator: GreaterThanThreshold
        Threshold: 1.5
        Period: 300
        EvaluationPeriods: 3
        DatapointsToAlarm: 2
        TreatMissingData: notBreaching
        Unit: Seconds
        AlarmDescription: Answers take long
        Dimensions:
          - Name: LoadBalancerName
            Value: conformance
    - profile: aws_profile
