a:
  test.fail_without_changes: []
b:
  test.succeed_with_changes: []
c:
  test.succeed_with_changes:
    - require_any:
      - test: a
      - test: b
    - onchanges_any:
      - test: b
