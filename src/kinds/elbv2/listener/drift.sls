https:
  boto_elbv2.listener_present:
    - load_balancer: example-listening
    - port: 443
    - protocol: HTTPS
    - ssl_policy: ELBSecurityPolicy-2016-08
    - certificates: [example-listening-two]
    - default_actions:
      - target_group: example-listening-two
    - tags:
        team: billing
        owner: somebody
    - profile: aws_profile

http:
  boto_elbv2.listener_present:
    - load_balancer: example-listening
    - port: 80
    - default_actions:
      - redirect_config: {protocol: HTTPS, port: 443, path: /home, status_code: HTTP_302}
    - profile: aws_profile

status:
  boto_elbv2.listener_present:
    - load_balancer: example-listening
    - port: 8000
    - default_actions:
      - fixed_response_config: {status_code: 503, content_type: text/html, message_body: closed}
    - profile: aws_profile
