s4:
  test.fail_with_changes:
    - order: 3
    - listen_in:
      - test: s2
      - test: s3
s1:
  test.nop:
    - names: [s1x, s1y]
    - require:
      - test: s4
s2:
  test.fail_with_changes:
    - onfail_any:
      - test: s1
    - require_in:
      - test: s0
      - test: s3
s3:
  test.succeed_without_changes:
    - order: last
    - watch:
      - test: s4
      - s1
      - test: s2
    - onfail_any:
      - test: s4
      - test: s1
    - require_any:
      - test: s2
      - test: s1
      - s4
s0:
  test.fail_with_changes: []
