z:
  test.nop: []
a:
  test.configurable_test_state:
    - use:
      - test: b
b:
  test.configurable_test_state:
    - order: 1
    - comment: from b
