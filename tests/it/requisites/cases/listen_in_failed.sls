a:
  test.fail_without_changes:
    - listen_in:
      - test: b
b:
  test.nop: []
