a:
  test.configurable_test_state:
    - comment: mine
    - use:
      - test: b
b:
  test.configurable_test_state:
    - changes: False
    - result: True
    - comment: from b
    - order: 1
