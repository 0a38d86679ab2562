a:
  test.nop:
    - require_in:
      - nothere
