include:
- sub.one
z:
  test.fail_without_changes:
    - require_in:
      - sls: sub.one
