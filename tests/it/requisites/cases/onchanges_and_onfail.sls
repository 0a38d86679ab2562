a:
  test.nop:
    - onchanges:
      - test: n
    - onfail:
      - test: m
n:
  test.nop: []
m:
  test.nop: []
