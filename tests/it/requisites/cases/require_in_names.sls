a:
  test.fail_without_changes:
    - names: [a1, a2]
    - require_in:
      - test: z
z:
  test.nop: []
