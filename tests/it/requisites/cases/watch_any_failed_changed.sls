a:
  test.nop:
    - watch_any:
      - test: f
      - test: n
f:
  test.fail_with_changes: []
n:
  test.nop: []
