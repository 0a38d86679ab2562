a:
  test.nop:
    - prereq:
      - test: b
    - watch:
      - test: w
b:
  test.succeed_with_changes: []
w:
  test.succeed_with_changes: []
