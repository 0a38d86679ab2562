a1:
  test.succeed_with_changes:
    - creates: /
a2:
  test.succeed_with_changes:
    - creates: /nothere
a3:
  test.succeed_with_changes:
    - creates:
      - /
      - /nothere
a4:
  test.succeed_with_changes:
    - creates:
      - /
      - /tmp
a5:
  test.succeed_with_changes:
    - creates: []
a6:
  test.succeed_with_changes:
    - creates: relative
