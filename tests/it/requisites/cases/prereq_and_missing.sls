a:
  test.succeed_with_changes:
    - prereq:
      - test: b
    - require:
      - test: nothere
b:
  test.succeed_with_changes: []
