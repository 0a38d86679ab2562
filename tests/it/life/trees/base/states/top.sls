base:
  '*':
    - instance.name
    - instance.timer
  'service_name:myapp':
    - match: grain
    - app
