a:
  test.succeed_with_changes:
    - prereq:
      - test: c
b:
  test.succeed_with_changes: []
c:
  test.succeed_with_changes:
    - require:
      - test: b
