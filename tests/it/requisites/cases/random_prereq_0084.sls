s2:
  test.succeed_without_changes:
    - prereq:
      - test: s0
    - watch_any:
      - test: s1
    - onchanges_any:
      - test: s1
s1:
  test.fail_without_changes: []
s0:
  test.fail_without_changes: []
