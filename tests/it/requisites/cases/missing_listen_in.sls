a:
  test.nop:
    - listen_in:
      - test: nothere
