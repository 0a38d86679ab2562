a:
  test.succeed_with_changes:
    - order: last
    - prereq:
      - test: b
b:
  test.succeed_with_changes:
    - order: first
