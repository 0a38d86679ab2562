a:
  test.succeed_with_changes: []
b:
  test.nop: []
c:
  test.succeed_with_changes:
    - onfail_any:
      - test: a
      - test: b
