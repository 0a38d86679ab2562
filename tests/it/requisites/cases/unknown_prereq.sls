a:
  test.nop:
    - prereq: [{tst: b}]
b:
  tst.nop: []
