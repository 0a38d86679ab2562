all regions:
  boto_cloudtrail.present:
    - Name: all-regions
    - S3BucketName: example-com-trail
    - S3KeyPrefix: trail
    - IsMultiRegionTrail: true
    - EnableLogFileValidation: true
    - Tags:
        team: security
    - profile: aws_profile
