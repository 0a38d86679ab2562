a:
  test.succeed_with_changes:
    - listen:
      - test: b
b:
  test.succeed_with_changes:
    - listen:
      - test: a
