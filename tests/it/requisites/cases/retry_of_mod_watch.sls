z:
  test.succeed_with_changes: []
a:
  test.nop:
    - watch:
      - test: z
    - retry: {attempts: 3, interval: 0, until: false}
