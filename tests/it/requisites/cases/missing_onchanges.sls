a:
  test.nop:
    - onchanges:
      - test: nothere
