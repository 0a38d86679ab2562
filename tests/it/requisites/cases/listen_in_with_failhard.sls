a:
  test.succeed_with_changes:
    - listen_in:
      - test: b
b:
  test.nop: []
c:
  test.fail_without_changes:
    - failhard: true
d:
  test.nop: []
