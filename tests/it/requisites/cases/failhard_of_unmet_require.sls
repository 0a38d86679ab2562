a:
  test.fail_without_changes: []
b:
  test.nop:
    - failhard: true
    - require:
      - test: a
c:
  test.nop: []
