api:
  boto_elbv2.rule_present:
    - load_balancer: example-ruled
    - port: 80
    - priority: 10
    - conditions:
      - path_pattern: [/v3/*]
    - actions:
      - redirect_config: {host: new.example.com, status_code: HTTP_302}
    - tags:
        team: billing
        owner: somebody
    - profile: aws_profile

beta:
  boto_elbv2.rule_present:
    - load_balancer: example-ruled
    - port: 80
    - priority: 20
    - actions:
      - forward_config:
          target_groups:
            - {target_group: example-ruled-one, weight: 5}
            - {target_group: example-ruled-two, weight: 5}
    - profile: aws_profile
