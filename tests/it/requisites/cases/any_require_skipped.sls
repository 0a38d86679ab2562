a:
  test.nop:
    - onlyif: 'false'
b:
  test.fail_without_changes: []
c:
  test.succeed_with_changes:
    - require_any:
      - test: a
      - test: b
