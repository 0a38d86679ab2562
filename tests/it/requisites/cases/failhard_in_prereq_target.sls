a:
  test.succeed_with_changes:
    - prereq:
      - test: b
b:
  test.fail_without_changes:
    - failhard: true
c:
  test.nop: []
