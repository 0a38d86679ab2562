z1:
  test.nop: []
z2:
  test.nop: []
a:
  test.fail_without_changes:
    - require_in:
      - test: z*
