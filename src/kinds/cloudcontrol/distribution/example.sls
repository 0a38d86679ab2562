website:
  boto_cloudfront.present:
    - name: website
    - config:
        Comment: the website
        Enabled: true
        DefaultCacheBehavior:
          TargetOriginId: bucket
          ViewerProtocolPolicy: redirect-to-https
        Origins:
          - Id: bucket
            DomainName: example.s3.amazonaws.com
    - tags:
        team: web
    - profile: aws_profile
