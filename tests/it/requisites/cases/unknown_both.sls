a:
  test.nop: []
b:
  tst.nop: []
c:
  test.nopp:
    - x: 1
d:
  test.nop: []
