a:
  test.nop:
    - require:
      - nothere
