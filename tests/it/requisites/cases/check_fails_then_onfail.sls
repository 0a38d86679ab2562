a:
  test.succeed_with_changes:
    - check_cmd: 'false'
b:
  test.succeed_with_changes:
    - onfail:
      - test: a
c:
  test.nop:
    - require:
      - test: a
