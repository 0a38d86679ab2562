a:
  test.nop:
    - require:
      - id: x
x:
  test.fail_without_changes: []
