base:
  '*':
    - registration
