w:
  test.succeed_with_changes: []
a:
  test.nop:
    - watch:
      - test: w
l:
  test.nop:
    - listen:
      - test: a
