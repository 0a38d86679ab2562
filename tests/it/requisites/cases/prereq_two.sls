b:
  test.succeed_with_changes: []
c:
  test.nop: []
a:
  test.succeed_with_changes:
    - prereq:
      - test: b
      - test: c
