a:
  test.nop:
    - onfail:
      - test: nothere
