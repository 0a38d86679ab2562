a:
  test.fail_with_changes:
    - retry: {attempts: 3, interval: 0}
b:
  test.succeed_with_changes:
    - onchanges:
      - test: a
