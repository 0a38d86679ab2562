a:
  test.nop:
    - require:
      - test: nothere
      - cmd: other
    - watch:
      - test: third
b:
  test.nop:
    - require:
      - test: a
