conformance busy:
  boto_cloudwatch_alarm.present:
    - attributes:
        metric: NetworkIn
        namespace: AWS/EC2
        statistic: Maximum
        comparison: '<'
        threshold: 10
        period: 120
        evaluation_periods: 2
        unit: Bytes
        description: Something else
        dimensions:
          AutoScalingGroupName: another
        alarm_actions: []
        insufficient_data_actions:
          - arn:aws:sns:us-east-1:123456789012:myapp-alerts
        ok_actions: arn:aws:sns:us-east-1:123456789012:myapp-alerts
        tags:
          team: b
    - profile: aws_profile

conformance slow:
  boto3_cloudwatch_alarm.present:
    - attributes:
        MetricName: Latency
        Namespace: AWS/ELB
        ExtendedStatistic: p90
        ComparisonOperator: GreaterThanOrEqualToThreshold
        Threshold: 2
        Period: 60
        EvaluationPeriods: 5
        DatapointsToAlarm: 4
        TreatMissingData: breaching
        Unit: Milliseconds
        AlarmDescription: Answers take very long
        Dimensions:
          - Name: LoadBalancerName
            Value: another
    - profile: aws_profile
