a:
  test.fail_without_changes:
    - watch:
      - test: b
b:
  test.succeed_with_changes: []
