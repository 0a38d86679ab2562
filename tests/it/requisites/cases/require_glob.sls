a:
  test.nop:
    - require:
      - test: x*
x1:
  test.nop: []
x2:
  test.fail_without_changes: []
y:
  test.nop: []
