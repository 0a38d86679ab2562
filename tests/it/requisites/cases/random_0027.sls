s2:
  test.fail_with_changes:
    - require_in:
      - test: s5
      - test: s6
    - require:
      - s7
      - test: s0
      - test: s4
    - onfail:
      - test: s1
s5:
  test.succeed_with_changes:
    - watch_in:
      - test: s6
    - watch_any:
      - test: s1
      - test: s7
      - test: missings4
s0:
  test.fail_with_changes:
    - names: [s0x, s0y]
    - watch_in:
      - test: s3
      - test: s6
    - listen_in:
      - test: s4
      - test: s2
s6:
  test.succeed_without_changes: []
s3:
  test.succeed_with_changes:
    - names: [s3x, s3y]
s4:
  test.fail_without_changes:
    - names: [s4x, s4y]
    - onfail_any:
      - test: s0
    - watch_any:
      - test: s0
      - s1
s7:
  test.fail_without_changes:
    - names: [s7x, s7y]
    - require:
      - test: s0
      - test: s1
    - onfail_any:
      - test: s0
      - test: s1
      - test: s4
s1:
  test.fail_with_changes:
    - names: [s1x, s1y]
    - require_any:
      - test: s0
