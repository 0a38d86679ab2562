b1:
  test.nop: []
b2:
  test.succeed_with_changes: []
a:
  test.succeed_with_changes:
    - prereq:
      - test: b*
