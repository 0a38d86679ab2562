b:
  test.nop:
    - watch:
      - test: c
c:
  test.succeed_with_changes: []
a:
  test.succeed_with_changes:
    - prereq:
      - test: b
