a:
  file.exists:
    - name: /
    - watch:
      - test: b
b:
  test.succeed_with_changes: []
