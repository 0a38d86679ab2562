c:
  test.configurable_test_state:
    - comment: from c
b:
  test.configurable_test_state:
    - use:
      - test: c
a:
  test.configurable_test_state:
    - use:
      - test: b
