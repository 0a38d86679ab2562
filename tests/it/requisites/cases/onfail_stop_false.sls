a:
  test.nop:
    - onfail:
      - test: b
    - onfail_stop: False
    - require_in:
      - test: c
b:
  test.fail_without_changes: []
c:
  test.nop: []
