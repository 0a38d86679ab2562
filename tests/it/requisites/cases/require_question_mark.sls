a1:
  test.fail_without_changes: []
a22:
  test.nop: []
c:
  test.nop:
    - require:
      - test: 'a?'
