{% set cluster = grains.cluster_name %}

{% for name in ['busy', 'idle'] %}
{{ cluster }} alarm {{ name }}:
  boto_cloudwatch_alarm.absent:
    - name: {{ cluster }} {{ name }}
    - profile: aws_profile
{% endfor %}

{{ cluster }} instances:
  boto_asg.absent:
    - name: {{ cluster }}
    - force: True
    - remove_lc: True
    - profile: aws_profile

{{ cluster }} record:
  boto_route53.absent:
    - name: {{ cluster }}.example.com.
    - zone: example.com.
    - record_type: CNAME
    - profile: aws_profile

{{ cluster }} balancer:
  boto_elb.absent:
    - name: {{ cluster }}
    - profile: aws_profile

{{ cluster }} instance group:
  boto_secgroup.absent:
    - name: {{ cluster }}
    - profile: aws_profile

{{ cluster }} balancer group:
  boto_secgroup.absent:
    - name: {{ cluster }}-elb
    - profile: aws_profile

{{ cluster }} role:
  boto_iam_role.absent:
    - name: {{ cluster }}
    - profile: aws_profile

{% for queue in ['jobs', 'results'] %}
{{ cluster }} queue {{ queue }}:
  boto_sqs.absent:
    - name: {{ cluster }}-{{ queue }}
    - profile: aws_profile
{% endfor %}
