a:
  test.succeed_with_changes:
    - listen_in:
      - test: b
b:
  test.nop:
    - require:
      - test: c
c:
  test.succeed_with_changes: []
