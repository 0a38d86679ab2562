s0:
  test.succeed_without_changes:
    - order: 1
    - onfail_in:
      - test: s3
    - listen_in:
      - test: s3
s4:
  test.fail_without_changes:
    - names: [s4x, s4y]
    - onfail:
      - s2
    - onfail_any:
      - test: s1
      - test: s2
s3:
  test.nop:
    - require:
      - test: s0
s1:
  test.fail_with_changes:
    - names: [s1x, s1y]
    - listen_in:
      - test: s2
      - test: s3
      - test: s4
s2:
  test.fail_without_changes:
    - onfail_any:
      - test: s1
    - listen:
      - test: s1
