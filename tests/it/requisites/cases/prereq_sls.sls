include:
  - sub.one
a:
  test.succeed_with_changes:
    - prereq:
      - sls: sub.one
