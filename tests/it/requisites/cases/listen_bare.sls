a:
  test.nop:
    - listen:
      - b
b:
  test.succeed_with_changes: []
