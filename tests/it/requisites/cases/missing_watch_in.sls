a:
  test.nop:
    - watch_in:
      - cmd: nothere
