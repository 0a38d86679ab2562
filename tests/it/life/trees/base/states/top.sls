base:
  '*':
    - instance
  'service_name:myapp':
    - match: grain
    - app
{% if salt['file.directory_exists']('/srv/trees/testing/states') %}
testing:
  '*':
    - extra
{% endif %}
