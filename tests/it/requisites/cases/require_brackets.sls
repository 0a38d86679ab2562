a1:
  test.fail_without_changes: []
a2:
  test.nop: []
c:
  test.nop:
    - require:
      - test: 'a[2-9]'
