orders:
  boto_apigateway.present:
    - api_name: orders
    - swagger_file: src/kinds/cloudcontrol/rest_api/example.yaml
    - stage_name: live
    - api_key_required: true
    - lambda_integration_role: arn:aws:iam::123456789012:role/others
    - lambda_region: eu-west-1
    - stage_variables:
        table: others
    - profile: aws_profile
