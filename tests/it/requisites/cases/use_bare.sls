a:
  test.configurable_test_state:
    - use:
      - b
b:
  test.configurable_test_state:
    - comment: from b
