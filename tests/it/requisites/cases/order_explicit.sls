c:
  test.nop:
    - order: 3
b:
  test.nop:
    - order: 2
a:
  test.nop:
    - order: 1
d:
  test.nop: []
