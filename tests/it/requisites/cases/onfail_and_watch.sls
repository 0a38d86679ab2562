a:
  test.nop:
    - onfail:
      - test: f
    - watch:
      - test: m
f:
  test.fail_without_changes: []
m:
  test.succeed_with_changes: []
