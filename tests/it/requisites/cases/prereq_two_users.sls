b:
  test.succeed_with_changes: []
a1:
  test.succeed_with_changes:
    - prereq:
      - test: b
a2:
  test.nop:
    - prereq:
      - test: b
