a:
  test.nop:
    - require:
      - test: z
    - use_in:
      - test: b
      - test: c
b:
  test.nop: []
c:
  test.succeed_with_changes: []
z:
  test.fail_without_changes: []
