a:
  test.fail_without_changes:
    - failhard: true
    - retry: {attempts: 2, interval: 0}
b:
  test.nop: []
