a:
  test.nop:
    - prereq:
      - test: nothere
