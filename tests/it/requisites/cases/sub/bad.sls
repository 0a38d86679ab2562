bad1:
  test.nop: []
bad2:
  test.fail_without_changes: []
