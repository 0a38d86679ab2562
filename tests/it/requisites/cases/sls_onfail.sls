include:
- sub.bad
c:
  test.succeed_with_changes:
    - onfail:
      - sls: sub.bad
