b:
  tst.nop: []
c:
  test.nop:
    - onchanges: [{tst: b}]
