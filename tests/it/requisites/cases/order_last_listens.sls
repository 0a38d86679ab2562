a:
  test.succeed_with_changes:
    - order: last
b:
  test.nop:
    - order: first
    - listen:
      - test: a
