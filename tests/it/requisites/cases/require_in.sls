a:
  test.nop:
    - require_in:
      - test: z
m:
  test.nop: []
z:
  test.nop: []
