z:
  test.succeed_with_changes: []
a:
  test.fail_without_changes:
    - onchanges:
      - test: z
    - retry: {attempts: 2, interval: 0}
