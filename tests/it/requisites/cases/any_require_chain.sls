a:
  test.fail_without_changes: []
b:
  test.nop: []
c:
  test.succeed_with_changes:
    - require_any:
      - test: a
      - test: b
d:
  test.nop:
    - require_any:
      - test: c
      - test: a
