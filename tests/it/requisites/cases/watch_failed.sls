a:
  test.nop:
    - watch:
      - test: b
b:
  test.fail_with_changes: []
