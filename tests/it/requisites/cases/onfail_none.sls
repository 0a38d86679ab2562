a:
  test.nop:
    - onfail:
      - test: one
      - test: two
b:
  test.nop:
    - require:
      - test: a
c:
  test.nop:
    - onchanges:
      - test: a
one:
  test.nop: []
two:
  test.nop: []
