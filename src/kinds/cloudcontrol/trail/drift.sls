all regions:
  boto_cloudtrail.present:
    - Name: all-regions
    - S3BucketName: example-com-trail
    - S3KeyPrefix: other
    - IsMultiRegionTrail: false
    - EnableLogFileValidation: true
    - LoggingEnabled: false
    - Tags: {}
    - profile: aws_profile
