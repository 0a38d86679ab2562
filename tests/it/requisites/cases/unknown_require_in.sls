a:
  test.nop:
    - require_in: [{tst: b}]
b:
  tst.nop:
    - require_in: [{test: c}]
c:
  test.nop: []
