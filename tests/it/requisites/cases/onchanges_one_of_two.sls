a:
  test.nop:
    - onchanges:
      - test: one
      - test: two
one:
  test.succeed_with_changes: []
two:
  test.nop: []
