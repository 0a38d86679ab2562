c:
  test.nop: []
b:
  test.succeed_with_changes:
    - prereq:
      - test: c
a:
  test.succeed_with_changes:
    - prereq:
      - test: b
