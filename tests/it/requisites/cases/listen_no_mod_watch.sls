a:
  file.exists:
    - name: /
    - listen:
      - test: b
b:
  test.succeed_with_changes: []
