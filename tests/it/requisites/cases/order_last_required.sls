a:
  test.nop:
    - order: last
b:
  test.succeed_with_changes:
    - require:
      - test: a
c:
  test.nop: []
