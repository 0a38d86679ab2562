a:
  test.nop:
    - watch_any:
      - test: one
      - test: two
one:
  test.nop: []
two:
  test.nop: []
