url:
  boto_ssm.parameter_present:
    - name: /myapp/url
    - value: https://example.com
    - description: where it is
    - tags:
        team: web
    - profile: aws_profile

password:
  boto_ssm.parameter_present:
    - name: /myapp/password
    - type: SecureString
    - value: example-password
    - compare_value: true
    - profile: aws_profile
