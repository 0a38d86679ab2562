a:
  test.nop:
    - onfail:
      - test: bad
    - onchanges:
      - test: ok
    - watch:
      - test: c
ok:
  test.nop: []
bad:
  test.fail_without_changes: []
c:
  test.succeed_with_changes: []
