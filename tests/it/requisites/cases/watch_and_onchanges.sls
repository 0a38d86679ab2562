a:
  test.nop:
    - watch:
      - test: b
    - onchanges:
      - test: c
b:
  test.succeed_with_changes: []
c:
  test.nop: []
