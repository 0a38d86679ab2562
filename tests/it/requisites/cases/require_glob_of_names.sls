a:
  test.succeed_with_changes:
    - names: [x1, x2, y1]
c:
  test.nop:
    - require:
      - test: 'x*'
    - onchanges:
      - test: 'y*'
