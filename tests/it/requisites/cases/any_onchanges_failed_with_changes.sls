a:
  test.fail_with_changes: []
b:
  test.nop: []
c:
  test.succeed_with_changes:
    - onchanges_any:
      - test: a
      - test: b
