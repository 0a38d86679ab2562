a:
  test.fail_without_changes:
    - failhard: false
b:
  test.nop: []
