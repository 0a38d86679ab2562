a:
  test.nop:
    - onchanges_any:
      - test: one
      - test: two
one:
  test.nop: []
two:
  test.nop: []
