a:
  test.configurable_test_state:
    - use:
      - test: b
      - test: c
b:
  test.configurable_test_state:
    - comment: from b
c:
  test.configurable_test_state:
    - comment: from c
    - changes: False
