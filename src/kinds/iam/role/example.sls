conformance-role:
  boto_iam_role.present:
    - path: /team/
    - description: Runs the application
    - max_session_duration: 7200
    - policy_document:
        Version: '2012-10-17'
        Statement:
          - Effect: Allow
            Principal:
              Service: ec2.amazonaws.com
            Action: sts:AssumeRole
    - policies:
        queues:
          Version: '2012-10-17'
          Statement:
            - Effect: Allow
              Action: [sqs:SendMessage, sqs:ReceiveMessage]
              Resource: 'arn:aws:sqs:us-east-1:*:conformance-*'
        objects: '{"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}}'
    - managed_policies:
      - ReadOnlyAccess
    - permissions_boundary: arn:aws:iam::aws:policy/ReadOnlyAccess
    - tags:
        team: a
        cost: '1'
    - profile: aws_profile

conformance-role-plain:
  boto_iam_role.present:
    - profile: aws_profile
