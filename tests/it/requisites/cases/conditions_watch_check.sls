w:
  test.succeed_with_changes: []
a4:
  test.nop:
    - watch:
      - test: w
    - check_cmd: 'false'
