a:
  test.nop:
    - onfail:
      - test: b
    - require_in:
      - test: c
b:
  test.fail_without_changes: []
c:
  test.nop: []
