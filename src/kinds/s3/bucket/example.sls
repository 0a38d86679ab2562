deployments:
  boto_s3_bucket.present:
    - Bucket: example-deployments
    - ObjectOwnership: BucketOwnerPreferred
    - ACL: {ACL: private}
    - PublicAccessBlock:
        BlockPublicAcls: True
        IgnorePublicAcls: True
    - Policy:
        Version: '2012-10-17'
        Statement:
          - Effect: Deny
            Principal: '*'
            Action: s3:GetObject
            Resource: arn:aws:s3:::example-deployments/*
            Condition:
              Bool: {aws:SecureTransport: false}
    - Versioning: {Status: Enabled}
    - Encryption:
        Rules:
          - ApplyServerSideEncryptionByDefault: {SSEAlgorithm: AES256}
    - Tagging: {team: payments, stage: testing}
    - CORSRules:
        - AllowedMethods: [GET, PUT]
          AllowedOrigins: ['https://example.com']
          MaxAgeSeconds: 3000
    - LifecycleConfiguration:
        - ID: old builds
          Status: Enabled
          Filter: {Prefix: builds/}
          Expiration: {Days: 30}
          NoncurrentVersionExpiration: {NoncurrentDays: 7}
    - Website:
        IndexDocument: {Suffix: index.html}
        ErrorDocument: {Key: error.html}
    - profile: aws_profile
