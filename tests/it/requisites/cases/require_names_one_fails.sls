a:
  test.configurable_test_state:
    - names:
      - n1
      - n2:
        - result: False
        - changes: False
b:
  test.nop:
    - require:
      - test: a
c:
  test.nop:
    - require:
      - test: n1
