z:
  test.nop: []
a:
  test.succeed_with_changes:
    - onchanges:
      - test: z
b:
  test.succeed_with_changes:
    - use:
      - test: a
