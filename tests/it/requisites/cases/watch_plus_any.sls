a:
  test.nop:
    - watch:
      - test: n
    - watch_any:
      - test: c
n:
  test.nop: []
c:
  test.succeed_with_changes: []
