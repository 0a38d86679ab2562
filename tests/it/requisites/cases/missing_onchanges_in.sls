a:
  test.nop:
    - onchanges_in:
      - test: nothere
