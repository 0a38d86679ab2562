a:
  test.succeed_with_changes:
    - check_cmd:
      - 'true'
      - 'false'
b:
  test.nop:
    - onchanges:
      - test: a
