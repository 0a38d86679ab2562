a:
  test.nop:
    - onchanges_any:
      - test: one
      - test: two
one:
  test.succeed_with_changes: []
two:
  test.fail_without_changes: []
