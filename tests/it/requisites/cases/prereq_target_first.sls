b:
  test.succeed_with_changes: []
a:
  test.succeed_with_changes:
    - prereq:
      - test: b
c:
  test.nop:
    - require:
      - test: a
