a:
  test.nop:
    - require_any:
      - test: bad
      - test: good
bad:
  test.fail_without_changes: []
good:
  test.nop: []
