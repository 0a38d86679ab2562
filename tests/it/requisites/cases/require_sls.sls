include:
  - sub.one
a:
  test.nop:
    - require:
      - sls: sub.one
