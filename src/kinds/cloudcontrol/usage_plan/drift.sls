silver:
  boto_apigateway.usage_plan_present:
    - plan_name: silver
    - description: who pays less
    - throttle:
        rateLimit: 7
    - quota:
        limit: 10
        period: WEEK
    - tags: {}
    - profile: aws_profile

silver for orders:
  boto_apigateway.usage_plan_association_absent:
    - plan_name: silver
    - api_stages:
        - apiId: 9kb0404ec0
          stage: live
    - profile: aws_profile
