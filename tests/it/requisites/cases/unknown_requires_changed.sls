a:
  test.succeed_with_changes: []
b:
  tst.nop:
    - watch: [{test: a}]
c:
  tst.nop:
    - onfail: [{test: a}]
d:
  tst.nop:
    - onchanges: [{test: e}]
e:
  test.nop: []
