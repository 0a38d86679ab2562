a:
  tst.nop:
    - order: last
b:
  tst.nop:
    - order: 1
c:
  test.nop: []
