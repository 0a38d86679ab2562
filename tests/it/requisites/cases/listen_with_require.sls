a:
  test.nop:
    - listen:
      - test: b
    - require:
      - test: f
b:
  test.succeed_with_changes: []
f:
  test.fail_without_changes: []
