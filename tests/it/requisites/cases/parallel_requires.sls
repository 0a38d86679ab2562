a:
  test.succeed_with_changes:
    - parallel: true
b:
  test.succeed_with_changes:
    - parallel: true
    - require:
      - test: a
c:
  test.nop:
    - onchanges:
      - test: b
