a:
  test.nop:
    - onfail_any:
      - test: one
      - test: two
one:
  test.nop: []
two:
  test.nop: []
