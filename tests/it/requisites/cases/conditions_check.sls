a1:
  test.succeed_with_changes:
    - check_cmd: 'true'
a2:
  test.succeed_with_changes:
    - check_cmd: 'false'
a3:
  test.succeed_with_changes:
    - check_cmd:
      - 'true'
      - 'false'
a4:
  test.fail_without_changes:
    - check_cmd: 'true'
a5:
  test.fail_with_changes:
    - check_cmd: 'false'
a6:
  test.succeed_without_changes:
    - check_cmd: 'false'
a8:
  test.succeed_with_changes:
    - check_cmd:
      - fun: test.false
a9:
  test.nop:
    - check_cmd: nosuchcommandatall
a10:
  test.nop:
    - check_cmd: 'true'
