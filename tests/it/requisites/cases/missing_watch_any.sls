a:
  test.nop:
    - watch_any:
      - test: nothere
