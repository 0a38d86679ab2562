a:
  test.nop:
    - onchanges:
      - test: f
      - test: c
f:
  test.fail_without_changes: []
c:
  test.succeed_with_changes: []
