one1:
  test.succeed_with_changes: []
one2:
  test.nop: []
