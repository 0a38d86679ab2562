a:
  test.nop:
    - watch_any:
      - test: chg
      - test: bad
chg:
  test.succeed_with_changes: []
bad:
  test.fail_without_changes: []
