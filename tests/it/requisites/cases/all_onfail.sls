a:
  test.fail_without_changes: []
b:
  test.fail_without_changes: []
c:
  test.succeed_with_changes:
    - onfail_all:
      - test: a
      - test: b
