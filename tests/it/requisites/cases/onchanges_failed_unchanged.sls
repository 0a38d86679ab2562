a:
  test.nop:
    - onchanges:
      - test: one
one:
  test.fail_without_changes: []
