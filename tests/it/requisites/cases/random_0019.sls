s1:
  test.fail_without_changes:
    - onlyif: 'false'
    - onfail_any:
      - test: s0
    - watch_in:
      - test: s2
s3:
  test.fail_with_changes:
    - names: [s3x, s3y]
s5:
  test.succeed_with_changes:
    - require:
      - test: s4
    - onfail_any:
      - test: s4
    - listen_in:
      - test: s1
s2:
  test.succeed_without_changes:
    - require:
      - test: s0
s4:
  test.fail_with_changes:
    - onfail_in:
      - test: s1
    - listen_in:
      - test: s0
      - test: s5
      - test: s3
s0:
  test.fail_without_changes:
    - onfail_in:
      - test: s2
      - test: s3
      - test: s1
    - watch_any:
      - test: s4
      - s5
