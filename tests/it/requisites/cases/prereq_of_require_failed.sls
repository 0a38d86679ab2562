b:
  test.succeed_with_changes: []
a:
  test.fail_without_changes:
    - prereq:
      - test: b
c:
  test.nop:
    - require:
      - test: b
