a:
  test.succeed_with_changes:
    - prereq:
      - test: b
b:
  test.succeed_with_changes:
    - unless: 'true'
