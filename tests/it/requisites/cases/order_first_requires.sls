a:
  test.nop:
    - order: first
    - require:
      - test: c
b:
  test.nop: []
c:
  test.succeed_with_changes: []
