a:
  test.fail_without_changes:
    - failhard: True
b:
  test.nop: []
c:
  test.nop: []
