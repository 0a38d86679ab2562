a:
  test.fail_without_changes:
    - prereq:
      - test: b
    - failhard: true
b:
  test.succeed_with_changes: []
c:
  test.nop: []
