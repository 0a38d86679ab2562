b:
  tst.nop: []
c:
  test.nop:
    - onfail: [{tst: b}]
d:
  test.nop:
    - onfail_any: [{tst: b}]
