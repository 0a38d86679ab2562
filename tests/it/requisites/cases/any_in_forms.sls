a:
  test.nop:
    - require_any_in:
      - test: c
b:
  test.fail_without_changes: []
c:
  test.succeed_with_changes: []
