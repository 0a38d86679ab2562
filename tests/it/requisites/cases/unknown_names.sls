a:
  tst.nop:
    - names: [n1, n2]
b:
  test.nop:
    - require: [{tst: n2}]
