b:
  tst.nop: []
c:
  test.nop:
    - require: [{tst: b}]
d:
  test.nop:
    - require: [{test: c}]
e:
  test.nop: []
