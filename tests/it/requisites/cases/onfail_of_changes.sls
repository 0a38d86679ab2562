a:
  test.succeed_with_changes: []
b:
  test.succeed_with_changes:
    - onfail:
      - test: a
