a:
  test.fail_without_changes:
    - prereq:
      - test: b
b:
  test.succeed_with_changes: []
c:
  test.nop:
    - require:
      - test: b
d:
  test.succeed_with_changes:
    - onfail:
      - test: a
