a1:
  test.nop: []
a2:
  test.succeed_with_changes: []
c:
  test.nop:
    - watch_any:
      - test: a*
