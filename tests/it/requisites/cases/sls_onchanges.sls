include:
- sub.one
c:
  test.succeed_with_changes:
    - onchanges:
      - sls: sub.one
