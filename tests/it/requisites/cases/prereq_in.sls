b:
  test.succeed_with_changes: []
a:
  test.succeed_with_changes:
    - prereq_in:
      - test: c
c:
  test.succeed_with_changes: []
