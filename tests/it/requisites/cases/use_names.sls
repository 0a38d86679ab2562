a:
  test.configurable_test_state:
    - use:
      - test: b
b:
  test.configurable_test_state:
    - names: [b1, b2]
    - comment: from b
