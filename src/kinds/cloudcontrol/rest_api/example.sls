orders:
  boto_apigateway.present:
    - api_name: orders
    - swagger_file: src/kinds/cloudcontrol/rest_api/example.yaml
    - stage_name: live
    - api_key_required: false
    - lambda_integration_role: arn:aws:iam::123456789012:role/orders-api
    - lambda_region: us-east-1
    - stage_variables:
        table: orders
    - profile: aws_profile
