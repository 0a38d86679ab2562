z:
  test.nop:
    - require:
      - test: a
b:
  test.nop: []
a:
  test.fail_without_changes:
    - failhard: True
