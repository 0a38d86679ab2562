b:
  tst.nop: []
c:
  test.nop:
    - listen: [{tst: b}]
d:
  tst.nop:
    - listen: [{test: e}]
e:
  test.succeed_with_changes: []
