include:
  - sub.bad
p:
  test.nop: []
