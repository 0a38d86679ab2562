a:
  test.nop:
    - listen:
      - test: nothere
      - test: b
b:
  test.succeed_with_changes: []
