a:
  test.nop:
    - watch:
      - test: b
    - require:
      - test: c
b:
  test.succeed_with_changes: []
c:
  test.succeed_with_changes: []
