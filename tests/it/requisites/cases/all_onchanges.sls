a:
  test.succeed_with_changes: []
b:
  test.nop: []
c:
  test.succeed_with_changes:
    - onchanges_all:
      - test: a
      - test: b
