base:
  '*':
    - aws
    - myapp
    - instance
