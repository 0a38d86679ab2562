a:
  test.succeed_with_changes:
    - prereq:
      - test: b
b:
  test.fail_with_changes: []
