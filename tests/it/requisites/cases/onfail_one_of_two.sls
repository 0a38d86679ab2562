a:
  test.nop:
    - onfail:
      - test: one
      - test: two
one:
  test.fail_without_changes: []
two:
  test.nop: []
