s2:
  test.nop:
    - names: [s2x, s2y]
    - order: 3
    - prereq_in:
      - test: s5
s5:
  test.fail_without_changes:
    - onchanges_any:
      - test: s0
    - watch_any:
      - test: s0
s1:
  test.succeed_with_changes:
    - listen:
      - test: s2
      - s5
s0:
  test.nop:
    - names: [s0x, s0y]
s3:
  test.nop:
    - onlyif: 'false'
    - watch:
      - test: missings5
      - test: s4
    - watch_any:
      - test: s5
s4:
  test.fail_without_changes:
    - order: 2
    - watch:
      - s0
