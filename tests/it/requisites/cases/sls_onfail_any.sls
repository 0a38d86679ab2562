include:
- sub.bad
- sub.one
c:
  test.succeed_with_changes:
    - onfail_any:
      - sls: sub.bad
      - sls: sub.one
