a:
  test.nop:
    - onfail:
      - test: n
    - onfail_any:
      - test: f
n:
  test.nop: []
f:
  test.fail_without_changes: []
