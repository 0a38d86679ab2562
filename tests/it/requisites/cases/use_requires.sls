a:
  test.configurable_test_state:
    - use:
      - test: b
b:
  test.configurable_test_state:
    - comment: from b
    - require:
      - test: f
    - onchanges:
      - test: n
f:
  test.fail_without_changes: []
n:
  test.nop: []
