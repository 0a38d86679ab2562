a:
  test.configurable_test_state:
    - use:
      - test: b
b:
  test.configurable_test_state:
    - use:
      - test: c
c:
  test.configurable_test_state:
    - comment: from c
