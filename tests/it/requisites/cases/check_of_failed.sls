a:
  test.fail_without_changes:
    - check_cmd: 'true'
b:
  test.nop:
    - onchanges:
      - test: a
