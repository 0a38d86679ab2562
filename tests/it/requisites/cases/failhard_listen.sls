l:
  test.nop:
    - listen:
      - test: k
k:
  test.succeed_with_changes: []
a:
  test.fail_without_changes:
    - failhard: True
