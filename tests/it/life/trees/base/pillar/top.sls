base:
  '*':
    - aws
    - registration
