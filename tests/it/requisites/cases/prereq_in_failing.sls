a:
  test.succeed_with_changes:
    - prereq_in:
      - test: b
b:
  test.fail_without_changes: []
