a:
  test.nop:
    - onchanges:
      - test: n
    - onchanges_any:
      - test: c
n:
  test.nop: []
c:
  test.succeed_with_changes: []
