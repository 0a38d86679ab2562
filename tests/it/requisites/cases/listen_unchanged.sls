a:
  test.nop:
    - listen:
      - test: b
b:
  test.nop: []
