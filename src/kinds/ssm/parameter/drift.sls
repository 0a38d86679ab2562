url:
  boto_ssm.parameter_present:
    - name: /myapp/url
    - value: https://www.example.com
    - description: where it is now
    - tags: {}
    - profile: aws_profile

password:
  boto_ssm.parameter_present:
    - name: /myapp/password
    - type: SecureString
    - value: another-password
    - compare_value: true
    - profile: aws_profile
