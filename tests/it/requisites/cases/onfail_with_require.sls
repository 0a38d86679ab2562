a:
  test.nop:
    - onfail:
      - test: b
    - require:
      - test: c
b:
  test.nop: []
c:
  test.fail_without_changes: []
