a:
  test.fail_without_changes: []
b:
  tst.nop:
    - require: [{test: a}]
