a:
  test.nop:
    - require:
      - test: b
      - test: nothere
b:
  test.fail_without_changes: []
