a:
  test.nop:
    - onchanges:
      - test: b
b:
  test.succeed_with_changes:
    - onchanges:
      - test: c
c:
  test.nop: []
d:
  test.nop:
    - require:
      - test: b
e:
  test.nop:
    - watch:
      - test: b
