a:
  test.fail_without_changes:
    - parallel: true
b:
  test.succeed_with_changes:
    - parallel: true
c:
  test.nop:
    - require:
      - test: a
      - test: b
