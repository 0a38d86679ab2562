a:
  test.nop:
    - require:
      - test: b
      - test: c
b:
  test.nop:
    - require:
      - test: d
c:
  test.nop:
    - require:
      - test: d
d:
  test.fail_without_changes: []
