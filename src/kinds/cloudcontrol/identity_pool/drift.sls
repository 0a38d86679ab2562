visitors:
  boto_cognitoidentity.pool_present:
    - IdentityPoolName: visitors
    - AuthenticatedRole: arn:aws:iam::123456789012:role/others
    - AllowUnauthenticatedIdentities: false
    - SupportedLoginProviders:
        accounts.google.com: '123456789012'
    - OpenIdConnectProviderARNs:
        - arn:aws:iam::123456789012:oidc-provider/example.com
    - tags: {}
    - profile: aws_profile
