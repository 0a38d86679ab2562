a:
  test.succeed_with_changes:
    - require:
      - test: r
    - prereq:
      - test: b
b:
  test.succeed_with_changes:
    - require:
      - test: c
r:
  test.nop: []
c:
  test.nop: []
