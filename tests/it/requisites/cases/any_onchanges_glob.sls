a1:
  test.nop: []
a2:
  test.succeed_with_changes: []
c:
  test.succeed_with_changes:
    - onchanges_any:
      - test: a*
