conformance-role:
  boto_iam_role.present:
    - path: /team/
    - description: Runs something else
    - max_session_duration: 3600
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal:
              Service: [ec2.amazonaws.com, ecs-tasks.amazonaws.com]
            Action: sts:AssumeRole
    - policies:
        queues:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action: sqs:*
              Resource: '*'
        other:
          Version: '2012-10-17'
          Statement:
            - Effect: Deny
              Action: s3:*
              Resource: '*'
    - managed_policies: []
    - permissions_boundary: ''
    - tags:
        team: b
    - profile: aws_profile

conformance-role-plain:
  boto_iam_role.present:
    - policies:
        only:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action: sqs:ListQueues
              Resource: '*'
    - profile: aws_profile
