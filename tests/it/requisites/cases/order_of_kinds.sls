a:
  test.nop:
    - onchanges:
      - test: oc
    - onfail:
      - test: of
    - watch:
      - test: w
    - require:
      - test: r
    - prereq:
      - test: p
    - require_any:
      - test: ra
    - watch_any:
      - test: wa
    - onchanges_any:
      - test: oca
p:
  test.succeed_with_changes: []
of:
  test.fail_without_changes: []
oc:
  test.succeed_with_changes: []
w:
  test.nop: []
r:
  test.nop: []
ra:
  test.nop: []
wa:
  test.nop: []
oca:
  test.succeed_with_changes: []
