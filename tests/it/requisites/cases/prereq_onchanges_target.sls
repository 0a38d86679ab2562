b:
  test.succeed_with_changes:
    - onchanges:
      - test: c
a:
  test.succeed_with_changes:
    - prereq:
      - test: b
c:
  test.nop: []
