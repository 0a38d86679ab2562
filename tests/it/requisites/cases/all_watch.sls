a:
  test.succeed_with_changes: []
b:
  test.nop: []
c:
  test.nop:
    - watch_all:
      - test: a
      - test: b
