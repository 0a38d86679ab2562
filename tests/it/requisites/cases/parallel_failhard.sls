a:
  test.fail_without_changes:
    - parallel: true
    - failhard: true
b:
  test.nop:
    - require:
      - test: a
