a:
  test.succeed_with_changes:
    - prereq:
      - test: b
b:
  test.succeed_with_changes: []
c:
  test.nop:
    - onchanges:
      - test: a
d:
  test.nop:
    - watch:
      - test: b
