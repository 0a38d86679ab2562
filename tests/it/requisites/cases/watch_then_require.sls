a:
  test.nop:
    - watch:
      - test: b
b:
  test.succeed_with_changes: []
c:
  test.nop:
    - require:
      - test: a
d:
  test.nop:
    - onchanges:
      - test: a
e:
  test.nop:
    - watch:
      - test: a
