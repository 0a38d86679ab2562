s0:
  test.succeed_without_changes:
    - onfail:
      - test: s6
    - watch_any:
      - test: s4
s2:
  test.succeed_with_changes:
    - watch_any:
      - test: s4
s5:
  test.fail_without_changes: []
s4:
  test.succeed_with_changes:
    - names: [s4x, s4y]
    - onchanges_any:
      - test: s1
s7:
  test.fail_without_changes:
    - require_any:
      - test: s6
      - test: s1
      - test: s4
    - require_in:
      - test: s3
      - test: s0
s3:
  test.nop:
    - watch:
      - test: s7
s1:
  test.succeed_without_changes: []
s6:
  test.fail_with_changes:
    - names: [s6x, s6y]
    - listen_in:
      - test: s4
      - test: s7
    - require_in:
      - test: s1
