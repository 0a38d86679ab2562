a:
  test.nop:
    - use:
      - test: nothere
