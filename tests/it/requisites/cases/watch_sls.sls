include:
  - sub.one
a:
  test.nop:
    - watch:
      - sls: sub.one
