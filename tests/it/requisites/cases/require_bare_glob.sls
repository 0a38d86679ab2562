a:
  test.nop:
    - require:
      - x*
x1:
  test.nop: []
x2:
  test.fail_without_changes: []
