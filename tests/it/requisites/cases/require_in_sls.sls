include:
  - sub.one
a:
  test.fail_without_changes:
    - require_in:
      - sls: sub.one
