a:
  test.succeed_with_changes:
    - watch_in:
      - test: z
z:
  test.nop: []
