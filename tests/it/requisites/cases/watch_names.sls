a:
  test.nop:
    - names: [a1, a2]
    - watch:
      - test: b
b:
  test.succeed_with_changes:
    - names: [b1, b2]
