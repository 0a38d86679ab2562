a:
  test.succeed_with_changes:
    - prereq:
      - test: b
    - onlyif: 'false'
b:
  test.succeed_with_changes: []
