a:
  test.nop:
    - listen:
      - test: nothere
b:
  test.nop: []
