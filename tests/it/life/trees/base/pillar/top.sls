base:
  '*':
    - aws
    - instance
    - registration
