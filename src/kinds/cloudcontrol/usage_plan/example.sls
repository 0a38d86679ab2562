silver:
  boto_apigateway.usage_plan_present:
    - plan_name: silver
    - description: who pays little
    - throttle:
        rateLimit: 70
        burstLimit: 100
    - quota:
        limit: 1000
        offset: 0
        period: DAY
    - tags:
        team: shop
    - profile: aws_profile

silver for orders:
  boto_apigateway.usage_plan_association_present:
    - plan_name: silver
    - api_stages:
        - apiId: 9kb0404ec0
          stage: live
        - apiId: l9v7o2aj90
          stage: live
    - profile: aws_profile
