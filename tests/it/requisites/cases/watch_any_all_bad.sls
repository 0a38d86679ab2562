a:
  test.nop:
    - watch_any:
      - test: one
      - test: two
one:
  test.fail_with_changes: []
two:
  test.fail_without_changes: []
