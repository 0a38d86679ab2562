a:
  test.fail_without_changes: []
b:
  test.fail_without_changes:
    - onfail:
      - test: a
    - failhard: true
c:
  test.nop: []
