visitors:
  boto_cognitoidentity.pool_present:
    - IdentityPoolName: visitors
    - AuthenticatedRole: arn:aws:iam::123456789012:role/visitors-signed-in
    - AllowUnauthenticatedIdentities: true
    - UnauthenticatedRole: arn:aws:iam::123456789012:role/visitors-anonymous
    - SupportedLoginProviders:
        graph.facebook.com: '7346241598935552'
    - DeveloperProviderName: login.example.com
    - OpenIdConnectProviderARNs: []
    - tags:
        team: web
    - profile: aws_profile
