b:
  tst.nop: []
a:
  test.nop: []
c:
  test.nop:
    - require_any: [{tst: b}, {test: a}]
