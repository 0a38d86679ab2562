a:
  test.nop:
    - require_any:
      - test: nothere
      - test: b
b:
  test.nop: []
