a:
  test.nop:
    - require:
      - test: B
b:
  test.nop: []
