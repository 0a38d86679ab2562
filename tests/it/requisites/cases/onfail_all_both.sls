a:
  test.nop:
    - onfail_all:
      - test: one
      - test: two
one:
  test.fail_without_changes: []
two:
  test.fail_with_changes: []
