a:
  test.nop:
    - use_in:
      - test: nothere
