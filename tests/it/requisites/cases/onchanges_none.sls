a:
  test.nop:
    - onchanges:
      - test: one
      - test: two
one:
  test.nop: []
two:
  test.nop: []
