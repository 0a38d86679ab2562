a7:
  test.fail_without_changes:
    - retry: False
