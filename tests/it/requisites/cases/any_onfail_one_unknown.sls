a:
  test.fail_without_changes: []
c:
  test.succeed_with_changes:
    - onfail_any:
      - test: a
      - test: zz
