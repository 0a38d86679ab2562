a:
  test.nop:
    - listen:
      - test: b*
b1:
  test.succeed_with_changes: []
