kept visitors:
  boto_cognitoidentity.pool_present:
    - name: visitors
    - profile: aws_profile

visitors-signed-in:
  boto_iam_role.present:
    - policy_document:
        Statement:
          - Effect: Allow
            Action: sts:AssumeRoleWithWebIdentity
            Principal: {Federated: cognito-identity.amazonaws.com}
    - profile: aws_profile

roles of visitors:
  boto_cognitoidentity.pool_roles_present:
    - IdentityPoolName: visitors
    - AuthenticatedRole: visitors-signed-in
    - UnauthenticatedRole: arn:aws:iam::123456789012:role/visitors-anonymous
    - profile: aws_profile
