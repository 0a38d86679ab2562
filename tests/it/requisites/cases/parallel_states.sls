a:
  test.nop:
    - parallel: True
b:
  test.nop:
    - parallel: True
