a:
  test.configurable_test_state:
    - use:
      - test: b*
b1:
  test.configurable_test_state:
    - comment: from b
