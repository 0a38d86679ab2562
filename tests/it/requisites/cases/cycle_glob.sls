a1:
  test.nop:
    - require:
      - test: a*
a2:
  test.nop: []
