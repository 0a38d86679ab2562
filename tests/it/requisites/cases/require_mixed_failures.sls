a:
  test.nop:
    - require:
      - test: f1
      - test: f2
      - test: ok
    - watch:
      - test: f3
f1:
  test.fail_without_changes: []
f2:
  test.fail_without_changes: []
f3:
  test.fail_without_changes: []
ok:
  test.nop: []
