a:
  test.nop:
    - require:
      - test: n
    - require_any:
      - test: f
n:
  test.nop: []
f:
  test.fail_without_changes: []
