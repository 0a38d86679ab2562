a:
  test.succeed_with_changes:
    - listen_in:
      - test: 'b*'
b1:
  test.nop: []
b2:
  test.nop: []
