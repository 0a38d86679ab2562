a:
  tst.nop:
    - prereq: [{test: b}]
b:
  test.succeed_with_changes: []
