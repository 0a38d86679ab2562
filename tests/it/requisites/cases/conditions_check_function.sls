a7:
  test.succeed_with_changes:
    - check_cmd:
      - fun: test.true
