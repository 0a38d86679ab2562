website:
  boto_cloudfront.present:
    - name: website
    - config:
        Comment: another
        Enabled: false
        Origins:
          - Id: bucket
            DomainName: other.s3.amazonaws.com
    - tags: {}
    - profile: aws_profile
