a:
  test.succeed_with_changes: []
b:
  test.fail_without_changes: []
c:
  test.succeed_with_changes:
    - require_all:
      - test: a
      - test: b
