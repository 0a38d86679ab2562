b:
  test.nop:
    - order: last
a:
  test.nop:
    - order: last
c:
  test.nop:
    - order: first
d:
  test.nop:
    - order: first
