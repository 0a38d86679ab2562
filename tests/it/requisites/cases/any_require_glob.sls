a1:
  test.fail_without_changes: []
a2:
  test.nop: []
c:
  test.succeed_with_changes:
    - require_any:
      - test: a*
