a:
  test.nop:
    - onchanges_in:
      - test: z
z:
  test.nop: []
