a:
  test.succeed_with_changes:
    - onlyif: 'false'
b:
  test.succeed_with_changes:
    - use:
      - test: a
