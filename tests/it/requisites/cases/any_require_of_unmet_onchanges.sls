z:
  test.nop: []
a:
  test.succeed_with_changes:
    - onchanges:
      - test: z
c:
  test.succeed_with_changes:
    - require_any:
      - test: a
