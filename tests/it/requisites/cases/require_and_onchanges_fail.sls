a:
  test.nop:
    - require:
      - test: f
    - onchanges:
      - test: n
f:
  test.fail_without_changes: []
n:
  test.nop: []
