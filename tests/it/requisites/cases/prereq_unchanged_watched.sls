a:
  test.succeed_with_changes:
    - prereq:
      - test: b
    - watch:
      - test: w
b:
  test.nop: []
w:
  test.succeed_with_changes: []
