s1:
  test.fail_without_changes:
    - prereq:
      - test: s2
s0:
  test.fail_without_changes:
    - watch_in:
      - test: s1
      - test: s2
s2:
  test.succeed_without_changes: []
