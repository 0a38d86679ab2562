w:
  test.succeed_with_changes: []
a1:
  test.nop:
    - watch:
      - test: w
    - onlyif: 'false'
a2:
  test.nop:
    - watch:
      - test: w
    - unless: 'true'
a3:
  test.nop:
    - watch:
      - test: w
    - creates: /
a5:
  test.nop:
    - onchanges:
      - test: a1
a6:
  test.nop:
    - onfail:
      - test: a1
p:
  test.succeed_with_changes:
    - prereq:
      - test: q
q:
  test.succeed_with_changes:
    - onlyif: 'false'
l:
  test.nop:
    - onlyif: 'false'
    - listen:
      - test: w
