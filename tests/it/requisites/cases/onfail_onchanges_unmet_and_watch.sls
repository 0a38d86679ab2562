a:
  test.nop:
    - onfail:
      - test: ok
    - onchanges:
      - test: ok
    - watch:
      - test: c
ok:
  test.nop: []
c:
  test.succeed_with_changes: []
