s1:
  test.nop:
    - onlyif: 'false'
    - watch_any:
      - test: s3
      - test: s2
s0:
  test.succeed_with_changes:
    - order: first
    - require:
      - test: s2
    - onfail_any:
      - test: s2
      - test: s1
s2:
  test.fail_without_changes:
    - listen_in:
      - test: s3
s3:
  test.fail_with_changes:
    - onchanges:
      - test: s2
