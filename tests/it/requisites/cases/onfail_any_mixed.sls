a:
  test.nop:
    - onfail_any:
      - test: one
      - test: two
one:
  test.fail_without_changes: []
two:
  test.nop: []
