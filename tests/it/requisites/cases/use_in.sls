b:
  test.configurable_test_state:
    - changes: False
    - result: True
    - comment: from b
    - use_in:
      - test: a
a:
  test.configurable_test_state: []
