a:
  test.nop:
    - require:
      - test: b
    - require_in:
      - test: b
b:
  test.nop: []
