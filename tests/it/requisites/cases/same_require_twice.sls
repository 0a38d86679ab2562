a:
  test.nop:
    - require:
      - test: b
      - b
      - id: b
    - require_in:
      - test: c
b:
  test.fail_without_changes: []
c:
  test.nop:
    - require:
      - test: a
