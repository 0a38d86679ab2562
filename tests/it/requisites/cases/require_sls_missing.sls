a:
  test.nop:
    - require:
      - sls: nothere
