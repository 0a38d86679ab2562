a:
  test.succeed_with_changes:
    - prereq:
      - test: b
    - onchanges:
      - test: n
b:
  test.succeed_with_changes: []
n:
  test.nop: []
