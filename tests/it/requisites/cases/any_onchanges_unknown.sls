a:
  test.succeed_with_changes: []
c:
  test.succeed_with_changes:
    - onchanges_any:
      - test: a
      - test: zz
