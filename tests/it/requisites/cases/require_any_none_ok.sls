a:
  test.nop:
    - require_any:
      - test: bad
      - test: bad2
bad:
  test.fail_without_changes: []
bad2:
  test.fail_with_changes: []
