s2:
  test.nop:
    - onchanges_in:
      - test: s0
s1:
  test.nop: []
s0:
  test.succeed_with_changes:
    - watch:
      - test: s2
      - test: s3
    - require:
      - test: s1
      - test: s3
      - test: s2
s4:
  test.fail_without_changes: []
s3:
  test.fail_without_changes:
    - onlyif: 'false'
    - prereq:
      - s4
      - test: s1
