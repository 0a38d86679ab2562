a:
  test.nop:
    - onfail:
      - test: b
b:
  test.nop:
    - require:
      - test: c
c:
  test.fail_without_changes: []
