base:
  '*':
    - aws
    - myapp
