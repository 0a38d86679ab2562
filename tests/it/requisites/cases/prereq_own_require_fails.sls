b:
  test.succeed_with_changes: []
a:
  test.succeed_with_changes:
    - prereq:
      - test: b
    - require:
      - test: c
c:
  test.fail_without_changes: []
