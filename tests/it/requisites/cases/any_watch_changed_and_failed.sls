a:
  test.fail_without_changes: []
b:
  test.succeed_with_changes: []
c:
  test.nop:
    - watch_any:
      - test: a
      - test: b
d:
  test.succeed_with_changes:
    - watch_any:
      - test: c
