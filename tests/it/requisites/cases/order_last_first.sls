l:
  test.nop:
    - order: last
n:
  test.nop: []
f:
  test.nop:
    - order: first
m:
  test.nop:
    - order: -1
o:
  test.nop:
    - order: -5
