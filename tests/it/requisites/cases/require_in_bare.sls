z:
  test.nop: []
a:
  test.fail_without_changes:
    - require_in:
      - z
