k:
  test.fail_without_changes: []
a:
  test.nop:
    - failhard: True
    - require:
      - test: k
b:
  test.nop: []
