a:
  test.succeed_with_changes: []
b:
  test.fail_without_changes:
    - failhard: true
    - watch:
      - test: a
c:
  test.nop: []
