a:
  test.nofun: []
b:
  test.nop:
    - require:
      - test: a
