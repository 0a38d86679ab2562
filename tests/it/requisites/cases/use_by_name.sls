a:
  test.configurable_test_state:
    - use:
      - test: bname
b:
  test.configurable_test_state:
    - name: bname
    - comment: from b
