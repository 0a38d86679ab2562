a:
  test.succeed_with_changes:
    - failhard: True
b:
  test.nop: []
