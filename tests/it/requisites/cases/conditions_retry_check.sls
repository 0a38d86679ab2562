a12:
  test.fail_with_changes:
    - retry:
        attempts: 2
        interval: 0
    - check_cmd: 'true'
a13:
  test.succeed_with_changes:
    - retry:
        attempts: 2
        interval: 0
    - check_cmd: 'false'
