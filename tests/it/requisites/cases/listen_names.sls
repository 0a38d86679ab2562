a:
  test.nop:
    - names: [a2, a1]
    - listen:
      - test: b
b:
  test.succeed_with_changes: []
