w:
  test.nop: []
a:
  test.succeed_with_changes:
    - onchanges:
      - test: w
l:
  test.nop:
    - listen:
      - test: a
