deployments:
  boto_s3_bucket.present:
    - Bucket: example-deployments
    - ACL: {ACL: public-read}
    - PublicAccessBlock: {}
    - Policy: {}
    - Versioning: {Status: Suspended}
    - Tagging: {team: billing}
    - CORSRules: []
    - LifecycleConfiguration:
        - ID: old builds
          Status: Enabled
          Filter: {Prefix: builds/}
          Expiration: {Days: 60}
        - ID: uploads
          Status: Enabled
          Prefix: ''
          AbortIncompleteMultipartUpload: {DaysAfterInitiation: 3}
    - Website:
        RedirectAllRequestsTo: {HostName: example.com, Protocol: https}
    - profile: aws_profile
