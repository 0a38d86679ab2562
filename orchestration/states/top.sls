base:
  'service_name:myapp':
    - match: grain
    - myapp
