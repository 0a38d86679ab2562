s2:
  test.succeed_with_changes:
    - listen_in:
      - test: s0
      - test: s1
s1:
  test.nop: []
s0:
  test.nop: []
