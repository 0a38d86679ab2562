a:
  test.fail_without_changes:
    - failhard: True
    - prereq:
      - test: b
b:
  test.succeed_with_changes: []
c:
  test.nop: []
