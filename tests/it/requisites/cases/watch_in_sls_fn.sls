a:
  test.succeed_with_changes:
    - watch_in:
      - id: z
z:
  test.nop: []
