a:
  test.fail_without_changes: []
b:
  test.succeed_with_changes: []
c:
  test.succeed_with_changes:
    - onchanges_any:
      - test: a
      - test: b
