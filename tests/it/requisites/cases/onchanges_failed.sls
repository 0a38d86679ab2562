a:
  test.nop:
    - onchanges:
      - test: one
one:
  test.fail_with_changes: []
