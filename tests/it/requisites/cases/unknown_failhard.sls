a:
  tst.nop:
    - failhard: True
b:
  test.nop: []
