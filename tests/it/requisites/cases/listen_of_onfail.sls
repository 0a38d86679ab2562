a:
  test.fail_without_changes: []
b:
  test.succeed_with_changes:
    - onfail:
      - test: a
c:
  test.nop:
    - listen:
      - test: b
