b:
  test.succeed_with_changes: []
z:
  test.nop:
    - listen:
      - test: b
a:
  test.nop:
    - listen:
      - test: b
