a:
  test.nop:
    - require_any:
      - test: nothere
      - test: b
    - onchanges:
      - test: b
b:
  test.succeed_with_changes: []
