a:
  test.succeed_with_changes: []
b:
  test.fail_without_changes: []
c:
  test.nop:
    - watch_any:
      - test: a
    - require:
      - test: b
